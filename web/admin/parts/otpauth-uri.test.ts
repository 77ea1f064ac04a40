import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otpauthUri } from './otpauth-uri.ts';

test('names with spaces, colons and other letters are percent-encoded, because apps show "+" as it is', () => {
  const uri = otpauthUri({ issuer: 'Werft 9', username: 'sigrid: ø', secret: 'JBSWY3DP' });
  assert.equal(uri, 'otpauth://totp/Werft%209:sigrid%3A%20%C3%B8?secret=JBSWY3DP&issuer=Werft%209');
});
