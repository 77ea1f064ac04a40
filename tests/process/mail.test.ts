import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { contactDraft } from '../drafts.ts';
import { startSmtp } from '../smtp.ts';
import { copySqliteTemplate, demoFolder } from '../template-copies.ts';
import { newFolder, startServer } from './server.ts';

test('two worker processes send each mail once, and stop while a mail is on its way', async () => {
  const silence = Promise.withResolvers<void>();
  let isSilent = false;
  const smtp = await startSmtp({
    onMessage: () => (isSilent ? silence.promise : undefined),
  });
  after(smtp.stop);
  const DATA_DIR = newFolder();
  copySqliteTemplate(DATA_DIR, demoFolder);
  const server = await startServer({
    DATA_DIR,
    SITE_URL: 'http://lab.example',
    MAIL_URL: smtp.url,
    MAIL_FROM: 'lab@lab.example',
    WEB_CONCURRENCY: '2',
    RATE_LIMITS: 'off',
  });
  const submit = async (email: string) => {
    const { status } = await fetch(`${server.local}/api/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...contactDraft, email }),
    });
    assert.equal(status, 201);
  };
  const addresses = Array.from({ length: 12 }, (_, number) => `sender${number}@example.org`);
  await Promise.all(addresses.map(submit));
  const arrive = async (count: number) => {
    for (let tries = 0; smtp.mails.length < count && tries < 300; tries += 1) await setTimeout(50);
  };
  await arrive(addresses.length);
  assert.deepEqual(smtp.mails.map(({ to }) => to[0]).toSorted(), addresses.toSorted());
  assert.match(smtp.mails[0]?.body ?? '', /http:\/\/lab\.example\/receipt\/[0-9a-f]{40}\n/);

  isSilent = true;
  await submit('late@example.org');
  await arrive(addresses.length + 1);
  const before = performance.now();
  const { code } = await server.end();
  assert.equal(code, 0);
  assert.ok(performance.now() - before < 12_000);
  silence.resolve();
});
