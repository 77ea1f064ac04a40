import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applicationDraft, contactDraft, ideaDraft } from '../drafts.ts';
import { type RunningServer, startServer } from '../process/server.ts';
import { enginesToAttack, fullOrSample, newDatabaseEnv, reportFigures } from './attack.ts';

const forms = { contact: contactDraft, ideas: ideaDraft, applications: applicationDraft };

for (const engine of enginesToAttack('PostgreSQL')) {
  test(`a flood of forms over two instances, ${engine}`, async (t) => {
    const location = {
      ...(await newDatabaseEnv(engine)),
      TRUST_PROXY: '1',
      LOG_LEVEL: 'silent',
    };
    const servers = [await startServer(location), await startServer(location)];
    const count = fullOrSample(300, 12);
    let accepted = 0;
    for (const [form, draft] of Object.entries(forms)) {
      const send = async (server: RunningServer, address: string) => {
        const response = await fetch(`${server.url}/api/${form}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
          body: JSON.stringify(draft),
        });
        await response.text();
        if (response.status === 429) assert.ok(Number(response.headers.get('retry-after')) > 0);
        else assert.equal(response.status, 201);
        return response.status;
      };
      const statuses = await Promise.all(
        Array.from({ length: count }, (_, number) =>
          send(servers[number % 2] as RunningServer, '203.0.113.9'),
        ),
      );
      const good = statuses.filter((status) => status === 201).length;
      assert.equal(good, 10, `${form}: ${good} were accepted in a minute`);
      accepted += good;
      // Other IP addresses are not affected. The IPv6 addresses of one network share a limit.
      assert.equal(await send(servers[0] as RunningServer, '203.0.113.10'), 201);
      const network = await Promise.all(
        Array.from({ length: fullOrSample(20, 12) }, (_, number) =>
          send(servers[number % 2] as RunningServer, `2001:db8:1:2::${number + 1}`),
        ),
      );
      assert.equal(network.filter((status) => status === 201).length, 10);
    }
    for (const server of servers) await server.end();
    reportFigures(t, { 'sent by one address': count * 3, accepted });
  });
}
