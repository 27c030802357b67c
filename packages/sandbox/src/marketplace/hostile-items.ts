import type { ItemRecord } from './item-record.js';

const blank: Omit<ItemRecord, 'id' | 'name' | 'description'> = {
	category: 'Plugins',
	subCategory: 'Odd things',
	options: ['Updates'],
	version: '1.0.0',
	tags: ['odd'],
	kind: 'picture',
	hasDemo: true,
	screenshots: 2,
	regularPrice: 9,
	extendedPrice: 135,
	publishedAt: '2024-02-29T00:00:00Z',
};

const words: readonly Pick<ItemRecord, 'name' | 'description' | 'demoLink'>[] = [
	{
		name: '<img src=x onerror="alert(1)">',
		description: '<script>alert(document.domain)</script><iframe src="https://evil.example"></iframe>',
		demoLink: 'javascript:alert(1)',
	},
	{
		name: '"><svg/onload=alert(1)>',
		description:
			'{{constructor.constructor("alert(1)")()}} <%= alert(1) %> <!--#include file="/etc/passwd"-->',
		demoLink: 'data:text/html,<script>alert(1)</script>',
	},
	{
		name: '@everyone @here everything is free',
		description:
			'<@123456789012345678> <@&123456789012345678> <#123456789012345678> </verify:123456789012345678>',
		demoLink: 'https://user:password@evil.example/',
	},
	{
		name: '**bold** _italic_ ||spoiler|| ~~gone~~ `code`',
		description:
			'# Heading\n> quote\n-# small\n- list\n```js\nalert(1)\n```\n[Discord](https://evil.example)',
		demoLink: 'https://evil.example/\u202Emoc.drocsid',
	},
	{
		name: 'Invoice \u202Etxt.exe\u202C and a\u200Bhidden\u2060seam',
		description: '\u2067right to left\u2069 \u0007\u001B[31mred\u001B[0m \u0000 end',
		demoLink: 'http://127.0.0.1:22/',
	},
	{
		name: `Long ${'ever longer '.repeat(250)}`,
		description: `${'W'.repeat(20_000)} ${'no end '.repeat(2_000)}`,
		demoLink: `https://example.com/${'a'.repeat(5_000)}`,
	},
	{
		name: 'Z\u0351\u036B\u0343\u036A\u0302\u036B\u033D\u034F\u0334\u0319\u0324\u031E\u0349a\u0354\u0319\u0322lgo',
		description: '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}'.repeat(200),
		demoLink: 'ftp://example.com/',
	},
	{
		name: 'discord.gg/free-nitro https://evil.example/login',
		description: 'Enter your purchase code at https://evil.example to keep your role.',
		demoLink: '//evil.example/',
	},
	{ name: '   ', description: '', demoLink: 'about:blank' },
	{ name: '__proto__', description: 'constructor', demoLink: 'https://[::1]/' },
];

/** Items of a malicious seller, each trying to become something other than text. */
export const hostileItems: readonly ItemRecord[] = words.map((word, index) => ({
	...blank,
	...word,
	id: 90_001 + index,
}));
