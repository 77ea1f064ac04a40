import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freePort } from '../free-port.ts';
import { copySqliteTemplate, demoFolder } from '../template-copies.ts';
import { newFolder, startServer } from './server.ts';

const port = await freePort();
const token = 'a token of the tests';
const DATA_DIR = newFolder();
copySqliteTemplate(DATA_DIR, demoFolder);
const server = await startServer({
  DATA_DIR,
  LOG_LEVEL: 'warn',
  WEB_CONCURRENCY: '2',
  METRICS: 'on',
  METRICS_PORT: port,
  METRICS_TOKEN: token,
});
after(() => server.end());

const scrape = async (url: string, headers = {}, method = 'GET') => {
  const response = await fetch(url, { method, headers });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  };
};
const ownPort = `http://127.0.0.1:${port}/metrics`;

/** Returns the sum of all samples of a metric that have these labels. */
const sum = (text: string, name: string, ...labels: string[]) =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)))
    .reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);

test('a scrape has the figures of all processes, no matter which one answers it', async () => {
  const visits = 8;
  for (let visit = 0; visit < visits; visit += 1) {
    await (await fetch(`${server.url}/ideas`, { headers: { Connection: 'close' } })).text();
  }
  for (let round = 0; round < 4; round += 1) {
    const { status, type, text } = await scrape(ownPort, { Connection: 'close' });
    assert.equal(status, 200);
    assert.equal(type, 'text/plain; version=0.0.4; charset=utf-8');
    const labels = ['method="GET"', 'route="/ideas"', 'status="200"'];
    assert.equal(sum(text, 'fledge_http_requests_total', ...labels), visits);
    const ofCache = (result: string) =>
      sum(text, 'fledge_cache_responses_total', `result="${result}"`);
    assert.equal(ofCache('hit') + ofCache('miss'), visits);
    assert.ok(ofCache('hit') >= visits - 2);
    assert.match(text, /^fledge_outbox_messages\{channel="mail",state="waiting"\} 0$/m);
    assert.match(text, /^fledge_queue_length\{worker="\d",queue="searches"\} 0$/m);
    assert.match(text, /^fledge_event_loop_delay_seconds\{worker="\d",quantile="0.99"\} /m);
  }
});

test('/metrics of the site needs the token', async () => {
  const url = `${server.url}/metrics`;
  assert.equal((await scrape(url)).status, 401);
  assert.equal((await scrape(url, { Authorization: 'Bearer a token of the test' })).status, 401);
  assert.equal((await scrape(`${url}?token=${encodeURIComponent(token)}`)).status, 401);
  const right = { Authorization: `Bearer ${token}` };
  assert.match((await scrape(url, right)).text, /^fledge_http_requests_total\{/m);
  assert.equal((await scrape(url, right, 'POST')).status, 405);
  assert.equal((await scrape(url, right, 'HEAD')).text, '');
});

test('the port of the metrics has nothing else', async () => {
  for (const path of ['/', '/api/apps', '/healthz', '/metrics/x']) {
    assert.equal((await scrape(`http://127.0.0.1:${port}${path}`)).status, 404, path);
  }
});
