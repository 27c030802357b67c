import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readShopTime } from '../../src/marketplace/shop-time.js';

const seconds = Date.UTC(2027, 5, 1) / 1_000;

// A time without a zone is UTC, wherever the bot runs.
beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'));
afterEach(() => void vi.unstubAllEnvs());

describe('a date from the shop', () => {
	it.each([
		[seconds],
		[String(seconds)],
		[seconds * 1_000],
		[String(seconds * 1_000)],
		['2027-06-01'],
		['2027-06-01 00:00:00'],
		['2027-06-01T00:00:00'],
		['2027-06-01T02:00:00+02:00'],
		['2027-06-01T00:00:00.000000Z'],
		['2027-06-01 00:00:00 UTC'],
		['2027-06-01 00:00:00+00'],
		['2027-06-01\u00a002:00:00 +0200'],
	])('is parsed from %j', (sent) => {
		expect(readShopTime(sent)).toBe(seconds * 1_000);
	});

	it.each([
		undefined,
		null,
		false,
		'',
		' ',
		0,
		'0',
		-62_169_984_000,
		'0000-00-00',
		'0000-00-00 00:00:00',
		'-0001-11-30T00:00:00.000000Z',
		'-000001-11-30T00:00:00.000000Z',
		'0001-01-01T00:00:00',
	])('is rejected: %j', (sent) => {
		expect(readShopTime(sent)).toBeUndefined();
	});

	it.each([
		// A time in June or January.
		['06/01/2027', '99/99/9999'],
		['01.06.2027', '99.99.9999'],
		['2027-02-30', '9999-99-99'],
		// London time or Dhaka time.
		['2027-06-01 00:00:00 BST', '9999-99-99 99:99:99 aaa'],
		['lifetime', 'aaaaaaaa'],
		['maya@example.com', 'aaaa@aaaaaaa.aaa'],
		[17, 'a number'],
		[1e18, 'a number'],
		[true, 'boolean'],
		[[], 'object'],
		[{ date: '2027-06-01 00:00:00', timezone: 'UTC' }, 'object'],
	])('is unknown for %j, which is logged as %j', (sent, form) => {
		expect(readShopTime(sent)).toEqual({ form });
	});
});
