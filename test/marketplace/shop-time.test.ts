import { describe, expect, it } from 'vitest';
import { readShopTime } from '../../src/marketplace/shop-time.js';

const seconds = Date.UTC(2027, 5, 1) / 1_000;

describe('a date of the shop', () => {
	it.each([
		[{ date: '2027-06-01 00:00:00.000000', timezone_type: 3, timezone: 'UTC' }],
		[{ date: '2027-06-01 02:00:00.000000', timezone_type: 3, timezone: 'Europe/Berlin' }],
		[{ date: '2027-05-31 19:00:00.000000', timezone_type: 1, timezone: '-05:00' }],
		[seconds],
		[String(seconds)],
		[seconds * 1_000],
		[String(seconds * 1_000)],
		['2027-06-01'],
		['2027/06/01'],
		['2027-06-01 00:00:00'],
		['2027-06-01T00:00:00.000000Z'],
		['2027-06-01 00:00:00 UTC'],
		['2027-06-01 00:00:00+00'],
		['2027-06-01\u00a002:00:00 +0200'],
		['Tue, 01 Jun 2027 00:00:00 +0000'],
		['Tue, 1 Jun 2027 00:00:00 GMT'],
		['01 Jun 2027'],
		['01-Jun-2027'],
		['June 1, 2027'],
		['Tue Jun 01 2027 02:00:00 GMT+0200 (Central European Summer Time)'],
	])('is read from %j', (sent) => {
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
		{ date: '-0001-11-30 00:00:00.000000', timezone_type: 3, timezone: 'UTC' },
	])('is none in %j', (sent) => {
		expect(readShopTime(sent)).toBeUndefined();
	});

	it.each([
		// In June or in January.
		['06/01/2027', '99/99/9999'],
		['01.06.2027', '99.99.9999'],
		['2027-02-30', '9999-99-99'],
		// London's time, or Dhaka's.
		['2027-06-01 00:00:00 BST', '9999-99-99 99:99:99 aaa'],
		['lifetime', 'aaaaaaaa'],
		['maya@example.com', 'aaaa@aaaaaaa.aaa'],
		[17, 'a number'],
		[1e18, 'a number'],
		[true, 'boolean'],
		[[], 'object'],
		[{ seconds: 1_811_808_000, 'a1b2-c3': 1 }, '{seconds}'],
		[{ date: 'soon', timezone: { toString: 1 } }, 'aaaa'],
	])('is unknown in %j, which is logged as %j', (sent, form) => {
		expect(readShopTime(sent)).toEqual({ form });
	});
});
