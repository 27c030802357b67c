import type { APIMessage } from 'discord-api-types/v10';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { desktop, WatchedPage } from '../../../../test/browser/watched-page.js';
import { describeInBrowser, openChromium } from './chromium.js';
import { SmallServer } from './small-server.js';

/** Text from strangers that tries to become markup, a script or an address. */
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
	let stage: SmallServer;
	let watched: WatchedPage;

	beforeAll(async () => {
		[browser, stage] = await Promise.all([openChromium(), SmallServer.open()]);
	});
	beforeEach(async () => {
		watched = await WatchedPage.open(browser, stage.page.address, desktop);
	});
	afterAll(async () => {
		await browser?.close();
		await stage?.close();
	});

	const frame = () => watched.page.locator('.frame').first();

	/** Makes the page draw messages that the local Discord itself would refuse. */
	async function show(messages: readonly APIMessage[]): Promise<void> {
		const all = messages.map((it, at) => ({ ...it, id: String(10n ** 18n + BigInt(at)) }));
		await watched.page
			.locator('phone-frame')
			.first()
			.evaluate(
				(frame, [shown, channelId]) => {
					const { store } = frame as unknown as { store: { apply(frame: unknown): void } };
					for (const message of shown)
						store.apply({ type: 'message', message: { message: { ...message, channel_id: channelId } } });
				},
				[all, stage.ana.channelId] as const,
			);
		await frame()
			.locator(`[data-message-id="${all.at(-1)?.id}"]`)
			.waitFor({ state: 'attached' });
	}

	it('shows every foreign string as text, in every place', async () => {
		await show(hostile.flatMap(everywhere));
		const found = await watched.page.evaluate<string[]>(
			`[...document.querySelectorAll('.log script, .log svg[onload], .log [onerror], .log b, .log iframe, .log a')]
				.filter((it) => it.localName !== 'a' || !/^https?:/.test(it.getAttribute('href') ?? ''))
				.map((it) => it.outerHTML)`,
		);
		expect(found).toEqual([]);
		const shown = await frame().locator('.log').textContent();
		expect(shown).toContain('<img src=x onerror=alert(1)>');
		expect(shown).toContain('[x](javascript:alert(1))');
	});

	it('draws a box in place of an external image, without requesting it', async () => {
		const url = 'https://tracker.example.com/pixel.png';
		const components = [{ type: 12, items: [{ media: { url }, description: 'A lamp' }] }];
		await show([message({ components })]);
		const log = frame().locator('.log');
		expect(await log.locator('img').count()).toBe(0);
		expect(await log.getByText('tracker.example.com').count()).toBe(1);
		expect(await log.getByText('A lamp').isVisible()).toBe(true);
	});

	it('opens links in a separate page, and those in a spoiler once it has the focus', async () => {
		await show([message({ content: 'It is ||[here](https://example.com/a?b=c)||.' })]);
		const link = frame().locator('.spoiler a');
		expect(await link.isVisible()).toBe(false);
		await frame().locator('.spoiler').focus();
		expect(await link.isVisible()).toBe(true);
		expect(await link.getAttribute('href')).toBe('https://example.com/a?b=c');
		expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
		expect(await link.getAttribute('target')).toBe('_blank');
	});

	it('leaves the others readable if it can’t be drawn', async () => {
		await show([message({ author: { id: '1' } }), message({ content: 'After it' })]);
		await frame().getByText('This message could not be drawn.').waitFor();
		await frame().getByText('After it').waitFor();
		// One in each frame.
		expect(watched.faults.splice(0)).toHaveLength(2);
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
		timestamp: '2026-11-22T15:30:00Z',
		edited_timestamp: null,
		pinned: false,
		tts: false,
		...parts,
	};
}

/** Messages with the same string in each place that accepts one. */
function everywhere(text: string): APIMessage[] {
	const address = 'https://elsewhere.example/a.png';
	const media = { media: { url: address }, description: text };
	const emoji = { name: text };
	return [
		message({ content: text, author: { ...message({}).author, username: text, global_name: text } }),
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
		}),
	];
}
