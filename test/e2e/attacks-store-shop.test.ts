import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Interaction } from '@claimcheck/local-discord/interaction';
import { textOf } from '@claimcheck/local-discord/reading';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { type APIMessage, PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../free-port.js';
import {
	answerRoute,
	auditChannel,
	auditLine,
	freshCode,
	openActForm,
	openPurchasePage,
	verify,
} from './acts.js';
import { botHeaders } from './bot-headers.js';
import { openStage, register } from './hosted-bot.js';
import { type HostileShop, openHostileShop } from './hostile-shop.js';
import { button, headline, readable } from './reading.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const evil = '@everyone [a](https://b.example) <@1> \u202e||spoiler||\n# heading';

describe('a shop that wishes its buyers ill', () => {
	let stage: Stage;
	let bot: RunningBot;
	let shop: HostileShop;

	beforeAll(async () => {
		stage = await openStage({ marketplace: { itemCount: 12 } });
		// Without this right Discord would let the bot ping neither roles nor everyone.
		const { botRole } = stage.guild;
		stage.guild.setRolePermissions(botRole.id, botRole.permissions | PermissionFlagsBits.MentionEveryone);
		const mentions = `<@${stage.people.moderator.id}> <@&${stage.roles.buyer.id}>`;
		shop = await openHostileShop(stage, (item) => ({
			...item,
			name: `${evil} ${mentions} ${item['id']}`,
			description: evil,
			category: evil,
			sub_category: evil,
			version: evil,
			options: [evil],
			tags: [evil],
			currency: evil,
		}));
		await register(stage);
		bot = await stage.startBot({ MARKETPLACE_URL: shop.url });
		await bot.logged('Loaded the items');
	});
	afterAll(async () => {
		shop?.close();
		await stage?.close();
	});

	it('attack 40: reaches no member with its texts: no mention, no link, nothing hidden, no heading', async () => {
		const { buyer, moderator } = stage.people;
		const code = freshCode(stage);
		const card = await buyer.chatInput('item', { id: String(stage.marketplace.items[0]?.id) }).answered();
		const shown: APIMessage[] = [
			card,
			await buyer.clickButton(card, button(card, 'screenshot')).answered(),
			await buyer.chatInput('item', { id: String(stage.marketplace.items[1]?.id), share: true }).answered(),
			await buyer.chatInput('items').answered(),
			await verify(buyer, code),
			await buyer.chatInput('purchases').answered(),
			await moderator.chatInput('whois', { member: buyer.id }).answered(),
			await moderator.chatInput('whois', { code }).answered(),
		];
		await auditLine(stage, `<@${buyer.id}>`, 'verified');
		const posted = stage.discord.events.all('message-created').map(({ message }) => message);
		for (const message of [...shown, ...posted]) {
			expect(message.mention_everyone).toBe(false);
			expect(message.mention_roles).toEqual([]);
			expect(message.mentions).toEqual([]);
			const embeds = message.embeds.flatMap(({ title, description, fields = [] }) => [
				title ?? '',
				description ?? '',
				...fields.map(({ value }) => value),
			]);
			for (const text of [message.content, textOf(message), ...embeds]) {
				expect(text).not.toMatch(/(?<!\\)\[a\]\(|(?<!\\)<@1>|(?<!\\)\|\|spoiler|^\s*# heading/m);
				expect(text).not.toContain('\u202e');
			}
		}
		expect(readable(card)).toContain('heading');
		expect(stage.discord.events.all('pinged')).toEqual([]);
	});
});

describe('a flood, and a night of every trouble together, logged at trace', () => {
	let stage: Stage;
	let bot: RunningBot;
	let port: number;

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		port = await freePort();
		bot = await stage.startBot({ LOG_LEVEL: 'trace', HEALTH_PORT: String(port) });
		await bot.logged('Loaded the items');
	});
	afterAll(() => stage?.close());

	it('attack 28: a crowd that is refused is one line, and what staff did beside it is there', async () => {
		const code = freshCode(stage);
		await verify(stage.people.buyer, code);
		const members = Array.from({ length: 40 }, (_, n) => stage.newPerson(`Crowd ${n}`));
		const answers = members.map((person) => verify(person, code));
		await stage.people.admin.chatInput('panel', { channel: stage.channels.verify }).answered();
		for (const answer of await Promise.all(answers)) {
			expect(headline(answer)).toBe('⛔ This code is in use');
		}
		await auditLine(stage, `<@${stage.people.admin.id}>`, 'panel');
		const lines = (): string[] =>
			stage.discord.events
				.all('message-created')
				.filter(({ message }) => message.channel_id === stage.channels.audit)
				.flatMap(({ message }) => stage.discord.messages.get(message.id).current.content.split('\n'));
		const refusals = (): number =>
			lines().reduce((sum, line) => {
				const many = /^⛔ (\d+) refused in \d+ minutes?\b/.exec(line)?.[1];
				return (
					sum +
					(many === undefined ? Number(/^⛔ <@\d+> \([^)]+\): .+ is linked to <@/.test(line)) : Number(many))
				);
			}, 0);
		await vi.waitFor(() => expect(refusals()).toBe(40), { timeout: 60_000 });
		// Five lines of their own a minute, and one for the rest; on a slow machine it may take two.
		expect(lines().filter((line) => line.startsWith('⛔')).length).toBeLessThanOrEqual(12);
		expect(auditChannel(stage)).not.toContain(code);
	});

	it('attack 57: no code, token, key or e-mail anywhere, and no label that a stranger made up', async () => {
		const { buyer, moderator, admin } = stage.people;
		const tokens: string[] = [];
		const send = async (asked: ReturnType<typeof buyer.chatInput>): Promise<APIMessage | undefined> => {
			if (asked instanceof Interaction) tokens.push(asked.token);
			return asked.answered().catch(() => undefined);
		};
		const codes = [freshCode(stage), freshCode(stage), '00000000-0000-4000-8000-000000000077'];
		const [code = '', other = '', wrong = ''] = codes;
		for (const typed of [code, code, wrong])
			await send(stage.newPerson('Ina').chatInput('verify', { code: typed }));
		await send(buyer.chatInput('verify', { code: other }));
		await send(moderator.chatInput('whois', { member: buyer.id }));
		await send(moderator.chatInput('whois', { code: wrong }));
		const form = await openActForm(moderator, await openPurchasePage(moderator, { code: other }), 'unlink');
		await send(moderator.submitModal(form, { reason: `they sent ${other} to me` }));
		await send(buyer.chatInput('item', { id: wrong }));
		await send(buyer.chatInput('items', { search: code }));
		await send(admin.chatInput('account'));
		await send(admin.chatInput('panel', { channel: stage.channels.verify }));
		stage.discord.faults.add(answerRoute, { kind: 'answer', status: 500, body: '<html>' }, 1);
		await send(stage.newPerson('Ole').chatInput('verify', { code }));
		for (const custom_id of ['cc1:x', `cc1:${code}`, 'someone-else', 'cc2:verify']) {
			const response = await fetch(`${stage.discord.apiUrl}/v10/channels/${stage.channels.verify}/messages`, {
				method: 'POST',
				headers: botHeaders(stage),
				body: JSON.stringify({
					content: 'press me',
					components: [{ type: 1, components: [{ type: 2, style: 2, label: 'Press', custom_id }] }],
				}),
			});
			const message = (await response.json()) as APIMessage;
			await send(buyer.clickButton(message, custom_id));
		}
		const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
		expect(metrics).toContain('name="foreign"');
		expect(metrics).not.toContain('name="x"');
		const files = await Promise.all(
			(await readdir(stage.folder, { recursive: true, withFileTypes: true }))
				.filter((entry) => entry.isFile())
				.map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
		);
		const own = stage.discord.events
			.all('message-created')
			.map(({ message }) => message)
			.filter(({ content }) => content !== 'press me')
			.map((message) => readable(message));
		const places = {
			log: bot.output(),
			metrics,
			audit: auditChannel(stage),
			store: files.join(''),
			answers: own.join(''),
		};
		const secrets = {
			token: stage.discord.token,
			key: stage.marketplace.apiKey,
			'claim secret': stage.claimSecret,
			'e-mail': 'maren@example.com',
			...Object.fromEntries(codes.map((it, n) => [`code ${n}`, it])),
			...Object.fromEntries(tokens.map((it, n) => [`interaction token ${n}`, it])),
		};
		expect(tokens.length).toBeGreaterThan(8);
		for (const [place, text] of Object.entries(places)) {
			const leaked = Object.entries(secrets).filter(([, secret]) => text.includes(secret));
			expect({ place, leaked: leaked.map(([name]) => name) }).toEqual({ place, leaked: [] });
		}
		expect(bot.output()).toContain('"level":"trace"');
	});
});
