import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { answerOf } from './answer.ts';

/**
 * A bare server with which the site is compared. `bare.ts same <url> <encoding>` answers every request with the headers
 * and the body that `<url>` has sent. `bare.ts small <url> <encoding>` sets only Content-Type and Content-Length.
 * `bare.ts insert <file>` inserts each request body into an SQLite table, with fsync, and returns it with the row's id.
 */
const [, , mode = '', source = '', encoding = 'identity'] = process.argv;

const server =
  mode === 'insert' ? createInsertingServer(source) : await createCopyingServer(source);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`listening ${address?.port}`);
});

async function createCopyingServer(url: string) {
  const { headers, body } = await answerOf(url, encoding);
  const { date: _, connection: __, 'keep-alive': ___, ...same } = headers;
  const small = { 'content-type': headers['content-type'], 'content-length': body.length };
  const sentHeaders = mode === 'small' ? small : same;
  return createServer((_incoming, outgoing) => {
    outgoing.writeHead(200, sentHeaders);
    outgoing.end(body);
  });
}

function createInsertingServer(file: string) {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('create table ideas (id integer primary key, body text not null) strict');
  const insert = database.prepare('insert into ideas (body) values (?)');
  return createServer((incoming, outgoing) => {
    let text = '';
    incoming.setEncoding('utf8');
    incoming.on('data', (chunk) => {
      text += chunk;
    });
    incoming.on('end', () => {
      const { lastInsertRowid } = insert.run(JSON.stringify(JSON.parse(text)));
      const body = JSON.stringify({ id: Number(lastInsertRowid), ...JSON.parse(text) });
      outgoing.writeHead(201, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      outgoing.end(body);
    });
  });
}
