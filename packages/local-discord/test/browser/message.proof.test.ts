import type { APIMessage } from 'discord-api-types/v10';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeInBrowser, openChromium } from './chromium.js';
import { MessageStagePage } from './message-stage.js';
import { pngOf } from './sample-media.js';

const mediaOrigin = 'https://media.example.com';
const now = Date.UTC(2026, 10, 22, 15, 30);
const sight = {
	locale: 'en-GB',
	timeZone: 'UTC',
	now,
	isLight: false,
	names: { '200000000000000001': 'Maya' },
	colours: {},
	mediaOrigin,
};

/** Input of strangers, in the hope that it becomes markup, a script or an address. */
const hostile = [
	'<img src=x onerror=alert(1)>',
	'</span><script>alert(1)</script>',
	'"><svg/onload=alert(1)>',
	'{{constructor.constructor("alert(1)")()}}',
	'[x](javascript:alert(1)) <javascript:alert(1)> [y](data:text/html,z)',
	'\u202Egnp.exe\u202C',
	'<t:99999999999999999999:R> <t:9999999999999:R>',
	'```\n</code></pre><b>x',
];

describeInBrowser('a message', () => {
	let browser: Browser;
	let stage: MessageStagePage;

	beforeAll(async () => {
		browser = await openChromium();
		const media = Object.fromEntries(
			['a.png', 'b.png', 'c.png'].map((name, at) => [
				name,
				{ type: 'image/png', bytes: pngOf(60, 40, at * 90) },
			]),
		);
		stage = await MessageStagePage.open(browser, { media });
	});

	beforeEach(() => stage.show([], sight));

	afterAll(async () => {
		await stage.close();
		await browser.close();
	});

	it('shows every foreign string as text, wherever it stands', async () => {
		await stage.show(hostile.flatMap(everywhere), sight);
		const found = await stage.page.evaluate<string[]>(
			`[...document.querySelectorAll('main script, main svg[onload], main [onerror], main b, main iframe, main a')]
				.filter((it) => it.localName !== 'a' || !/^https?:/.test(it.getAttribute('href') ?? ''))
				.map((it) => it.outerHTML)`,
		);
		expect(found).toEqual([]);
		const shown = await stage.page.locator('main').textContent();
		expect(shown).toContain('<img src=x onerror=alert(1)>');
		expect(shown).toContain('[x](javascript:alert(1))');
		expect(stage.said).toEqual([]);
		expect(stage.requested).toEqual([]);
	});

	it('opens links in a page of their own, which learns nothing of this one', async () => {
		await stage.show([message({ content: '[docs](https://example.com/a?b=c)' })], sight);
		const link = stage.page.getByRole('link', { name: 'docs' });
		expect(await link.getAttribute('href')).toBe('https://example.com/a?b=c');
		expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
		expect(await link.getAttribute('target')).toBe('_blank');
	});

	it('keeps a spoiler from eyes, keyboard and screen readers, until it is opened by a key', async () => {
		await stage.show([message({ content: 'It is ||[here](https://example.com)||.' })], sight);
		const { page } = stage;
		const link = page.getByRole('link', { name: 'here' });
		expect(await link.count()).toBe(0);
		const spoiler = page.getByRole('button', { name: 'Spoiler' });
		await spoiler.focus();
		await page.keyboard.press('Enter');
		await link.waitFor();
		await page.keyboard.press('Tab');
		expect(await link.evaluate((it) => it.matches(':focus'))).toBe(true);
		expect(await spoiler.count()).toBe(0);
	});

	it('leaves a spoiler open when the message is drawn anew', async () => {
		const before = message({ content: '||secret||' });
		await stage.show([before], sight);
		await stage.page.getByRole('button', { name: 'Spoiler' }).click();
		await stage.show([{ ...before, edited_timestamp: before.timestamp }], sight);
		expect(await stage.page.getByRole('button', { name: 'Spoiler' }).count()).toBe(0);
	});

	it('records what was pressed, and nothing of what is disabled', async () => {
		const button = (style: number, label: string, more: object = {}) => ({
			type: 2,
			style,
			label,
			custom_id: label,
			...more,
		});
		const components = [
			{ type: 1, components: [button(1, 'Go'), button(4, 'Off', { disabled: true })] },
			{ type: 9, components: [{ type: 10, content: 'x' }], accessory: button(2, 'Beside') },
		];
		await stage.show([message({ components })], sight);
		const { page } = stage;
		await page.getByRole('button', { name: 'Go' }).click();
		await page.getByRole('button', { name: 'Beside' }).press('Enter');
		expect(await page.getByRole('button', { name: 'Off' }).isDisabled()).toBe(true);
		expect((await stage.acts()).slice(-2)).toEqual([
			['press', '1', 'Go'],
			['press', '1', 'Beside'],
		]);
	});

	it('opens a member’s menu, and begins a command, where they are mentioned', async () => {
		const content = '<@200000000000000001> uses </verify code:100000000000000009>';
		await stage.show([message({ content })], sight);
		await stage.page.getByRole('button', { name: '@Maya' }).click();
		await stage.page.getByRole('button', { name: '/verify code' }).click();
		expect((await stage.acts()).slice(-2)).toEqual([
			['openMember', '200000000000000001'],
			['typeCommand', 'verify code'],
		]);
	});

	it('chooses in a select', async () => {
		const options = ['Red', 'Blue'].map((label) => ({ label, value: label.toLowerCase() }));
		const components = [
			{ type: 1, components: [{ type: 3, custom_id: 'colour', placeholder: 'Colour', options }] },
		];
		await stage.show([message({ components })], sight);
		await stage.page.getByRole('button', { name: 'Colour' }).click();
		await stage.page.getByRole('option', { name: 'Blue' }).click();
		expect((await stage.acts()).at(-1)).toEqual(['select', '1', 'colour', ['blue']]);
	});

	it('shows pictures large, goes through the gallery by arrows, and gives the focus back', async () => {
		const names = ['a.png', 'b.png', 'c.png'];
		const items = names.map((name) => ({
			media: { url: `${mediaOrigin}/${name}` },
			description: `Alt of ${name}`,
		}));
		await stage.show([message({ components: [{ type: 12, items }] })], sight);
		const { page } = stage;
		const first = page.getByRole('button', { name: 'Alt of a.png' });
		await first.press('Enter');
		const viewer = page.getByRole('dialog', { name: 'Media viewer' });
		await viewer.getByRole('img', { name: 'Alt of a.png' }).waitFor();
		await page.keyboard.press('ArrowRight');
		await viewer.getByRole('img', { name: 'Alt of b.png' }).waitFor();
		await page.keyboard.press('ArrowLeft');
		await page.keyboard.press('ArrowLeft');
		await viewer.getByText('Alt of c.png').waitFor();
		await viewer.getByText('3 of 3').waitFor();
		await page.keyboard.press('Escape');
		await viewer.waitFor({ state: 'detached' });
		expect(await first.evaluate((it) => it.matches(':focus'))).toBe(true);
	});

	it('draws a box in the place of a picture from elsewhere, and doesn’t ask for it', async () => {
		const url = 'https://tracker.example.com/pixel.png';
		const components = [{ type: 12, items: [{ media: { url }, description: 'A lamp' }] }];
		await stage.show([message({ components, embeds: [{ image: { url }, thumbnail: { url } }] })], sight);
		expect(await stage.page.locator('main img').count()).toBe(0);
		expect(await stage.page.getByText('tracker.example.com').count()).toBe(3);
		expect(await stage.page.getByText('A lamp').isVisible()).toBe(true);
		expect(stage.requested).toEqual([]);
	});

	it('goes to a channel of the server rather than to discord.com', async () => {
		const guild = {
			...{ id: '7', name: 'Northlight', ownerId: '0', locale: 'en-US', roles: [], members: [] },
			...{ memberCount: 0, commands: [] },
			channels: [{ id: '8', name: 'support', type: 0 as const, position: 0, parentId: undefined }],
		};
		const components = [
			{
				type: 1,
				components: [{ type: 2, style: 5, label: 'Open', url: 'https://discord.com/channels/7/8' }],
			},
		];
		await stage.show([message({ components })], { ...sight, guild });
		const { page } = stage;
		await page.evaluate(
			"addEventListener('open-channel', ({ detail }) => { document.title = 'channel ' + detail.channelId; })",
		);
		await page.getByRole('link', { name: 'Open' }).click();
		expect(await page.title()).toBe('channel 8');
		expect(page.context().pages()).toHaveLength(1);
	});

	it('shows that its bot thinks, and has its viewer dismiss ephemeral messages', async () => {
		await stage.show([message({ flags: 128 | 64 })], sight);
		const { page } = stage;
		await page.getByText('Claimcheck is thinking…').waitFor();
		await page.getByText('Only you can see this').waitFor();
		await page.getByRole('button', { name: 'Dismiss message' }).click();
		expect((await stage.acts()).at(-1)).toEqual(['dismiss', '1']);
	});
});

function message(parts: object): APIMessage {
	return {
		id: '1',
		type: 0,
		channel_id: '2',
		author: {
			id: '9',
			username: 'Claimcheck',
			discriminator: '0',
			avatar: null,
			global_name: null,
			bot: true,
		},
		content: '',
		embeds: [],
		components: [],
		attachments: [],
		mentions: [],
		mention_roles: [],
		mention_everyone: false,
		timestamp: new Date(now).toISOString(),
		edited_timestamp: null,
		pinned: false,
		tts: false,
		...parts,
	};
}

/** Messages with the same string in each place that takes one. */
function everywhere(text: string): APIMessage[] {
	const address = 'https://elsewhere.example/a.png';
	const media = { media: { url: address }, description: text };
	const emoji = { name: text };
	return [
		message({ content: text, author: { ...message({}).author, username: text, global_name: text } }),
		message({
			embeds: [
				{
					author: { name: text, url: 'javascript:alert(1)', icon_url: 'javascript:alert(1)' },
					title: text,
					url: 'javascript:alert(1)',
					description: text,
					provider: { name: text },
					fields: [{ name: text, value: text, inline: true }],
					footer: { text, icon_url: 'data:image/svg+xml,<svg onload=alert(1)>' },
					image: { url: 'javascript:alert(1)' },
					video: { url: 'javascript:alert(1)' },
				},
			],
		}),
		message({
			components: [
				{
					type: 17,
					components: [
						{ type: 10, content: text },
						{ type: 12, items: [media] },
					],
				},
				{ type: 9, components: [{ type: 10, content: text }], accessory: { type: 11, ...media } },
				{ type: 13, file: { url: 'javascript:alert(1)' }, name: text },
				{
					type: 1,
					components: [
						{ type: 2, style: 1, label: text, custom_id: text, emoji },
						{ type: 2, style: 5, label: text, url: 'javascript:alert(1)' },
					],
				},
				{
					type: 1,
					components: [
						{ type: 3, custom_id: 's', placeholder: text, options: [{ label: text, value: text, emoji }] },
					],
				},
				{ type: text },
			],
		}),
		message({
			attachments: [
				{ id: '1', filename: text, size: 1, url: 'javascript:alert(1)', proxy_url: '', description: text },
			],
			poll: { question: { text }, answers: [] },
			sticker_items: [{ id: '1', name: text, format_type: 1 }],
		}),
	];
}
