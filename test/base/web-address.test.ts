import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { webAddress } from '../../src/base/addresses.js';
import { itemSchema } from '../../src/marketplace/schemas.js';

describe('an address', () => {
	it.each(['', 'example.com', 'https://', 'https://exa mple.com'])('is none: %j', (text) => {
		expect(webAddress(text)).toBeUndefined();
	});

	it('is read the same however often: 5,000 items of a shop with a Unicode host', () => {
		const item = {
			id: 1,
			name: 'Grün',
			media: { thumbnail: 'https://grün.example/a.png', screenshots: ['https://grün.example/b.png'] },
		};
		const thumbnails = new Set<string | undefined>();
		for (let n = 0; n < 5_000; n += 1) thumbnails.add(itemSchema.parse(item).thumbnailUrl);
		expect([...thumbnails]).toEqual(['https://xn--grn-ioa.example/a.png']);
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
