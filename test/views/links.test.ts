import { ButtonStyle, ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { embedUrl, linkButtons } from '../../src/views/links.js';

const addressOf = (length: number) => `https://example.com/${'a'.repeat(length - 20)}`;

describe('an address in an embed', () => {
	it.each([
		['https://example.com/a.png', 'https://example.com/a.png'],
		['HTTP://EXAMPLE.com/ä b', 'http://example.com/%C3%A4%20b'],
		['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
	])('%s is encoded as %s', (url, encoded) => {
		expect(embedUrl(url)).toBe(encoded);
	});

	it.each([undefined, '', 'example.com', 'ftp://example.com', 'javascript:alert(1)', 'data:,x'])(
		'%s is left out',
		(url) => {
			expect(embedUrl(url)).toBeUndefined();
		},
	);

	it('may have 2048 characters and no more', () => {
		expect(embedUrl(addressOf(2048))).toHaveLength(2048);
		expect(embedUrl(addressOf(2049))).toBeUndefined();
	});
});

describe('link buttons', () => {
	it('are made for what there is, in order', () => {
		const { buttons, tooLong } = linkButtons([
			{ label: 'Live demo', url: 'https://example.com/demo' },
			{ label: 'Video preview', url: undefined },
			{ label: 'Audio preview', url: 'https://example.com/a.mp3' },
		]);
		expect(buttons).toEqual([
			{
				type: ComponentType.Button,
				style: ButtonStyle.Link,
				label: 'Live demo',
				url: 'https://example.com/demo',
			},
			{
				type: ComponentType.Button,
				style: ButtonStyle.Link,
				label: 'Audio preview',
				url: 'https://example.com/a.mp3',
			},
		]);
		expect(tooLong).toEqual([]);
	});

	it('give what is too long for a button as a masked link, and leave out what no embed could hold', () => {
		const { buttons, tooLong } = linkButtons([
			{ label: 'Fits', url: addressOf(512) },
			{ label: 'Long', url: `${addressOf(512)}(1)` },
			{ label: 'Endless', url: addressOf(3000) },
		]);
		expect(buttons.map((button) => button.label)).toEqual(['Fits']);
		expect(tooLong).toEqual([`[Long](${addressOf(512)}%281%29)`]);
	});
});
