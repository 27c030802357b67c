import { isAcceptedAddress } from '@claimcheck/local-discord/payload-checks';
import { ButtonStyle, ComponentType } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embedUrl } from '../../src/ui/links.js';
import { linkButton } from '../../src/ui/page.js';

const addressOf = (length: number) => `https://example.com/${'a'.repeat(length - 20)}`;

describe('an address in an embed', () => {
	it.each([
		['https://example.com/a.png', 'https://example.com/a.png'],
		['HTTP://EXAMPLE.com/ä b', 'http://example.com/%C3%A4%20b'],
		['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
		[
			'https://example.com/[a]|b^{c}?d=[e]|{f}`#g|#h',
			'https://example.com/%5Ba%5D%7Cb%5E%7Bc%7D?d=%5Be%5D%7C%7Bf%7D%60#g%7C%23h',
		],
		['https://example.com/50%', 'https://example.com/50%25'],
		['https://example.com/a%20b(1)', 'https://example.com/a%20b(1)'],
		['http://192.0.2.7:8080/a.png', 'http://192.0.2.7:8080/a.png'],
		['http://[2001:db8::7]/a.png', 'http://[2001:db8::7]/a.png'],
		['https://a-b.c--d.xn--p1ai/', 'https://a-b.c--d.xn--p1ai/'],
	])('%s is encoded as %s', (url, encoded) => {
		expect(embedUrl(url)).toBe(encoded);
	});

	it.each([undefined, '', 'example.com', 'ftp://example.com', 'javascript:alert(1)', 'data:,x'])(
		'%s is left out',
		(url) => {
			expect(embedUrl(url)).toBeUndefined();
		},
	);

	// Discord would refuse the whole message for one of these.
	it.each([
		'http://localhost/x.png',
		'http://shop:8080',
		'https://my_shop.example.com/a.png',
		'https://-a.example.com',
		'https://a-.example.com',
		'https://a..example.com',
		'https://example.com./',
		'https://example.c',
		'https://example.com:7/',
		'https://example.123abc/',
	])('%s is left out, since Discord accepts no such host', (url) => {
		expect(embedUrl(url)).toBeUndefined();
		expect(linkButton('Demo', url)).toBeUndefined();
	});

	it.each(['https://discord.com@evil.example', 'https://a:b@example.com/', 'https://:b@example.com/'])(
		'%s is left out, since its text disguises its target',
		(url) => {
			expect(embedUrl(url)).toBeUndefined();
		},
	);

	it('is one that Discord accepts, whatever the shop wrote', () => {
		const odd = fc.string({
			unit: fc.constantFrom(...'a1._-:@/?#[]|^{}%\\ü"\'()&=+ '.split('')),
			maxLength: 40,
		});
		const address = fc.oneof(
			fc.webUrl(),
			fc.tuple(odd, odd).map(([host, path]) => `https://${host}.example/${path}`),
		);
		fc.assert(
			fc.property(address, (url) => {
				const shown = embedUrl(url);
				expect(shown === undefined || isAcceptedAddress(shown)).toBe(true);
			}),
			{ numRuns: 500 },
		);
	});

	it('may have up to 2048 characters', () => {
		expect(embedUrl(addressOf(2048))).toHaveLength(2048);
		expect(embedUrl(addressOf(2049))).toBeUndefined();
	});
});

it('a link button leaves out addresses that Discord accepts on no button', () => {
	const fits = { type: ComponentType.Button, style: ButtonStyle.Link, label: 'Fits', url: addressOf(512) };
	expect(linkButton('Fits', addressOf(512))).toEqual(fits);
	expect(linkButton('Long', addressOf(513))).toBeUndefined();
});
