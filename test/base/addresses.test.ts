import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isPrivateHost, webAddress } from '../../src/base/addresses.js';

it.each([
	'127.0.0.1',
	'10.1.2.3',
	'172.16.0.1',
	'172.31.255.255',
	'192.168.1.5',
	'[::1]',
	'[fd12:3456::1]',
	'localhost',
	'shop.localhost',
	'shop.local',
	'shop.svc.cluster.internal',
	'marketplace',
])('%s is a private host', (host) => {
	expect(isPrivateHost(host)).toBe(true);
});

it.each([
	'8.8.8.8',
	'172.32.0.1',
	'169.254.169.254',
	'100.64.0.1',
	'[2001:db8::1]',
	'[fe80::1]',
	'market.example',
	'localhost.example',
	'127.0.0.1.example',
	'internal.example',
])('%s is not a private host', (host) => {
	expect(isPrivateHost(host)).toBe(false);
});

describe('a web address', () => {
	it.each(['', 'example.com', 'https://', 'https://exa mple.com'])(
		'is undefined if the text is %j',
		(text) => {
			expect(webAddress(text)).toBeUndefined();
		},
	);

	it('is never parsed with URL.canParse', () => {
		const users = ['src', 'commands']
			.flatMap((folder) =>
				readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
			)
			.filter((file) => file.endsWith('.ts') && readFileSync(file, 'utf8').includes('URL.canParse('));
		expect(users).toEqual([]);
	});
});
