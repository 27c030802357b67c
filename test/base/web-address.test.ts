import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { webAddress } from '../../src/base/addresses.js';

describe('an address', () => {
	it.each(['', 'example.com', 'https://', 'https://exa mple.com'])('is none: %j', (text) => {
		expect(webAddress(text)).toBeUndefined();
	});

	it('is never asked of URL.canParse', () => {
		const users = ['src', 'commands']
			.flatMap((folder) =>
				readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
			)
			.filter((file) => file.endsWith('.ts') && readFileSync(file, 'utf8').includes('URL.canParse('));
		expect(users).toEqual([]);
	});
});
