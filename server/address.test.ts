import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAddress } from './address.ts';
import { networkOf, siteOf } from './api/limits.ts';

test('without a trusted proxy X-Forwarded-For is ignored', () => {
  assert.equal(clientAddress('192.0.2.1', '203.0.113.9', 0), '192.0.2.1');
});

test('with n trusted proxies the client is the n-th entry of X-Forwarded-For from the end', () => {
  const header = '198.51.100.7, 203.0.113.9, 192.0.2.44';
  assert.equal(clientAddress('192.0.2.1', header, 1), '192.0.2.44');
  assert.equal(clientAddress('192.0.2.1', header, 2), '203.0.113.9');
  assert.equal(clientAddress('192.0.2.1', null, 2), '192.0.2.1');
  assert.equal(clientAddress('192.0.2.1', '203.0.113.9', 3), '203.0.113.9');
  assert.equal(clientAddress('192.0.2.1', ' , ', 1), '192.0.2.1');
});

test('the port that some proxies add to an address is removed', () => {
  for (const [entry, address] of [
    ['203.0.113.9:51234', '203.0.113.9'],
    ['[2001:db8::1]:51234', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
  ] as const) {
    assert.equal(clientAddress('192.0.2.1', entry, 1), address);
  }
});

test('networkOf returns the /64 of an IPv6 address, and an IPv4 address unchanged', () => {
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2');
  assert.equal(networkOf('2001:DB8::1'), '2001:db8:0:0');
  assert.equal(networkOf('::1'), '0:0:0:0');
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0');
  assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1');
});

test('siteOf returns the /48 of an IPv6 network, and an IPv4 address unchanged', () => {
  assert.equal(siteOf(networkOf('2001:db8:1:2:3:4:5:6')), '2001:db8:1');
  assert.equal(siteOf(networkOf('2001:db8::1')), '2001:db8:0');
  assert.equal(siteOf('192.0.2.1'), '192.0.2.1');
});
