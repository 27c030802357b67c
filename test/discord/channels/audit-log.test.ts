import type { FaultEffect, LocalDiscord } from '@claimcheck/local-discord';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { loginClient, startDiscord } from '../../../packages/local-discord/test/real-client.js';
import type { ClaimDetails } from '../../../src/claims/claim-details.js';
import { type AuditFloor, auditLog } from '../../../src/discord/channels/audit-log.js';
import { inCode } from '../../../src/i18n/translator.js';
import type { AuditEvent } from '../../../src/messages/audit.js';
import { RefusedRequests } from '../../../src/roles/blocked-roles.js';
import type { NamedClaim } from '../../../src/ui/messages/audit.js';
import { floor } from '../../world/floor.js';

const write = 'POST /channels/{channel_id}/messages';

function verified(member: number): Extract<AuditEvent, { kind: 'verified' }> {
	const userId = String(900_000_000_000_000_000n + BigInt(member));
	return { kind: 'verified', userId, hash: `hash ${member}`, itemName: `Item ${member}`, returning: false };
}

function unlinked(member: number): AuditEvent {
	return { kind: 'unlinked', userId: '900000000000000000', itemName: `Item ${member}` };
}

function refused(reason: 'taken' | 'uncheckable' | 'invalid', member = 0): AuditEvent {
	const userId = String(900_000_000_000_000_000n + BigInt(member));
	return { kind: 'refused', userId, reason, reference: 'KQT-WDR' };
}

const setup: AuditEvent = {
	kind: 'setup',
	userId: '900000000000000000',
	change: { what: 'setting', name: 'buyer', picked: ['800000000000000000'] },
};

async function setUp(delay: (ms: number) => Promise<void> = async () => {}) {
	const discord = await startDiscord();
	const guild = discord.createGuild({ name: 'Support' });
	const channel = guild.addChannel({ name: 'staff-audit' });
	const other = guild.addChannel({ name: 'other-audit' });
	const client = await loginClient(discord, { rest: { retries: 0 } });
	const lines: { readonly msg: string; readonly guildId?: unknown }[] = [];
	const clock = { now: 0 };
	const troubles: string[] = [];
	const names = new Map<string, NamedClaim>();
	const memberNames = new Map<string, string>();
	const asked: unknown[] = [];
	const audit = auditLog({
		client,
		...floor<Omit<AuditFloor, 'client'>>({
			logger: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
			clock: { now: () => clock.now, delay },
			refusedRequests: new RefusedRequests({ now: () => clock.now }),
			mentionIn: () => inCode,
			guilds: {
				rulesOf: async () => undefined,
				async auditChannelOf(guildId) {
					asked.push('channel');
					return { guildId: guild.id, channelId: (guildId === guild.id ? channel : other).id };
				},
			},
			claims: {
				moderated: {
					async byHash(hash) {
						const { itemName: name = '', holderIds = [] } = names.get(hash) ?? {};
						const holders = holderIds.map((holderId) => ({ holderId }));
						return names.has(hash) ? floor<ClaimDetails>({ item: { name }, claims: holders }) : undefined;
					},
				},
				async endingOf(hash) {
					if (hash === 'unreadable') throw new Error('away');
					return names.get(hash)?.ending;
				},
			},
			served: { ids: [guild.id] },
			alerts: {
				raise: async (_, alert) => void troubles.push(JSON.stringify(alert)),
				solve: async (_, subject) => void troubles.push(`solved ${subject}`),
				isLastingIn: () => true,
			},
			discord: { namesOf: async () => (userId) => memberNames.get(userId) },
		}),
	});
	const logged = (text: string) => lines.filter(({ msg }) => msg.startsWith(text)).length;
	return { discord, guild, channel, other, audit, clock, lines, logged, troubles, names, memberNames, asked };
}

function written(discord: LocalDiscord): string[] {
	return discord.events.all('message-created').map(({ message }) => message.content);
}

/** The channel's messages in their current state, edits included. */
function shown(discord: LocalDiscord): string[] {
	return discord.events
		.all('message-created')
		.map(({ message }) => discord.messages.get(message.id).current.content);
}

describe('the audit channel', () => {
	it('has a line for each event, in few messages if many arrive together', async () => {
		const { discord, guild, audit } = await setUp();
		for (let member = 0; member < 200; member += 1) audit.write(guild.id, unlinked(member));
		await audit.stop();
		const lines = written(discord).join('\n').split('\n');
		expect(lines).toHaveLength(200);
		for (const [index, line] of lines.entries()) expect(line).toContain(`**Item ${index}**`);
		expect(written(discord).length).toBeLessThan(20);
	});

	it('combines lines that arrive within a second after a message into the next one', async () => {
		const waits: { readonly ms: number; readonly end: () => void }[] = [];
		const { discord, guild, audit, clock, troubles } = await setUp(
			(ms) => new Promise((end) => waits.push({ ms, end })),
		);
		audit.write(guild.id, unlinked(1));
		// By then, the bot has read the response.
		await expect.poll(() => troubles.length).toBe(1);
		clock.now += 400;
		audit.write(guild.id, unlinked(2));
		await expect.poll(() => waits.length).toBe(1);
		audit.write(guild.id, unlinked(3));
		audit.write(guild.id, unlinked(4));
		expect([waits[0]?.ms, discord.calls.list(write).length]).toEqual([600, 1]);
		waits[0]?.end();
		await discord.events.waitFor('message-created', ({ message }) => message.content.includes('Item 2'));
		expect(written(discord).map((content) => content.split('\n').length)).toEqual([1, 3]);
		await expect.poll(() => troubles.length).toBe(2);
		clock.now += 5_000;
		audit.write(guild.id, unlinked(5));
		await discord.events.waitFor('message-created', ({ message }) => message.content.includes('Item 5'));
		expect(waits).toHaveLength(1);
	});

	it('does not look up the channel for a line that comes with the settings', async () => {
		const { discord, guild, other, audit, asked } = await setUp();
		const inOther = () => discord.messages.inChannel(other.id).length;
		audit.write(guild.id, verified(1), { auditChannelId: other.id });
		await expect.poll(inOther).toBe(1);
		// The channel may have changed since.
		audit.write(guild.id, verified(2), { auditChannelId: other.id });
		audit.write(guild.id, verified(3));
		await audit.stop();
		audit.write(guild.id, verified(4), { auditChannelId: undefined });
		await audit.stop();
		expect([inOther(), written(discord).length, asked]).toEqual([1, 2, ['channel']]);
	});

	it('gets the line in each of the given servers, while the log leaves out the text that staff typed', async () => {
		const { discord, guild, audit, lines } = await setUp();
		audit.write([guild.id, 'another-guild'], {
			kind: 'moderation',
			event: {
				...{ deed: 'locked', by: '900000000000000000', hash: 'hash 1', itemName: 'Item 1', codeEnd: '3a8c' },
				...{ memberId: undefined, toUserId: undefined, why: 'typed', isOwnCase: false },
			},
		});
		await audit.stop();
		expect(written(discord)).toHaveLength(2);
		expect(lines).toMatchObject([
			{ guildId: [guild.id, 'another-guild'], kind: 'moderation', deed: 'locked' },
		]);
		expect(JSON.stringify(lines)).not.toContain('typed');
	});

	it('has each line once if Discord fails or loses a response, even if lines are added before a retry', async () => {
		const added = [2, 3];
		const { discord, guild, audit } = await setUp(async () => {
			for (const member of added.splice(0, 1)) audit.write(guild.id, unlinked(member));
		});
		discord.faults.add(write, { kind: 'answer', status: 500, body: { message: 'Internal', code: 0 } }, 1);
		discord.faults.add(write, { kind: 'lose-answer' }, 1);
		audit.write(guild.id, unlinked(1));
		await discord.events.waitFor('message-created', ({ message }) => message.content.includes('Item 3'));
		await audit.stop();
		const lines = written(discord).join('\n');
		expect(lines.match(/Item \d/g)).toEqual(['Item 1', 'Item 2', 'Item 3']);
	});

	it('is reported once if it can’t be written, and not tried again for a minute', async () => {
		const { discord, guild, channel, audit, clock, logged } = await setUp();
		discord.faults.add(write, { kind: 'answer', status: 403, body: { message: 'No', code: 50_013 } });
		const asked = () => discord.calls.list(write).length;
		const reports = () => logged('The audit channel cannot be written to');
		audit.write(guild.id, verified(1));
		await expect.poll(reports).toBe(1);
		audit.write(guild.id, verified(2));
		// Dropping a line takes only promises, so one turn of the event loop is enough.
		await new Promise(setImmediate);
		expect(asked()).toBe(1);
		clock.now += 60_000;
		audit.write(guild.id, verified(3));
		await expect.poll(asked).toBe(2);
		expect(reports()).toBe(1);

		discord.faults.clear();
		const writeAMinuteLater = (member: number) => {
			clock.now += 60_000;
			audit.write(guild.id, verified(member));
		};
		const lastAfter = (member: number) => {
			writeAMinuteLater(member);
			return written(discord).at(-1) ?? '';
		};
		await expect.poll(() => lastAfter(4)).toContain('Item 4');
		expect(reports()).toBe(1);
		guild.deleteChannel(channel.id);
		const reportsAfter = (member: number) => {
			writeAMinuteLater(member);
			return reports();
		};
		await expect.poll(() => reportsAfter(5)).toBe(2);
	});

	it('doesn’t wait for the channel of another server', async () => {
		const { discord, guild, audit } = await setUp();
		discord.faults.add(write, { kind: 'hang' }, 1);
		audit.write('another-guild', verified(1));
		audit.write(guild.id, verified(2));
		const { message } = await discord.events.waitFor('message-created');
		expect(message.content).toContain('Item 2');
	});

	it('combines many lines of a kind within a minute into one, which grows, and never drops a line by staff', async () => {
		const { discord, guild, audit } = await setUp();
		for (let n = 0; n < 300; n += 1) {
			audit.write(guild.id, refused((['taken', 'uncheckable', 'invalid'] as const)[n % 3] ?? 'taken', n));
			if (n === 150) audit.write(guild.id, setup);
			if (n % 100 === 99) await new Promise((resolve) => setImmediate(resolve));
		}
		for (let n = 0; n < 28; n += 1)
			audit.write(guild.id, { ...verified(n), itemName: n % 3 === 0 ? 'Desk Icons' : 'Aurora **Pro**' });
		await audit.stop();
		const lines = shown(discord).join('\n').split('\n');
		// Every third code could not be checked, which isn't a refusal.
		for (const line of ['⛔ 195 codes refused in 1 minute · <@', '⏳ 95 codes couldn’t be checked · <@'])
			expect(lines.filter((each) => each.startsWith(line))).toHaveLength(1);
		expect(lines.filter((line) => line.includes('changed **Buyer role**'))).toHaveLength(1);
		expect(lines.slice(-3)).toEqual([
			expect.stringMatching(/^✅ 23 purchases verified in 1 minute · (<@\d+>, ){3}and 20 more$/),
			...['- **Aurora \\*\\*Pro\\*\\*** · 15', '- **Desk Icons** · 8'],
		]);
		expect(lines).toHaveLength(10 + 1 + 1 + 1 + 5 + 3);
		for (const { message } of discord.events.all('message-created')) expect(message.mentions).toEqual([]);
	});

	it.each<[how: string, fault: FaultEffect | undefined]>([
		['deleted', undefined],
		['edited too often', { kind: 'answer', status: 400, body: { code: 30_046, message: 'Too often' } }],
	])('posts the line again if it was %s, and counts from zero after a minute', async (_, fault) => {
		const { discord, guild, audit, clock, logged } = await setUp();
		const posted = (line: string) =>
			discord.events.waitFor('message-created', ({ message: { content } }) => content.startsWith(line));
		for (let n = 0; n < 7; n += 1) audit.write(guild.id, refused('taken', n));
		const { message } = await posted('⛔ 2 codes refused in');
		if (fault === undefined) discord.messages.delete(message.id);
		else discord.faults.add('PATCH /channels/{channel_id}/messages/{message_id}', fault);
		audit.write(guild.id, refused('taken', 8));
		await posted('⛔ 3 codes refused in');
		clock.now += 60_000;
		audit.write(guild.id, refused('taken'));
		await audit.stop();
		expect(written(discord).at(-1)).toContain('the code is in use');
		expect(logged('The audit channel cannot be written to')).toBe(0);
	});

	it('keeps lines about staff actions until the channel can be written to again', async () => {
		const { discord, guild, channel, audit, clock, logged, troubles } = await setUp();
		// After an outage, which is reported without an alert.
		discord.faults.add(write, { kind: 'answer', status: 500, body: { message: 'Internal', code: 0 } }, 4);
		discord.faults.add(write, { kind: 'answer', status: 403, body: { message: 'No', code: 50_013 } }, 1);
		audit.write(guild.id, unlinked(1));
		await vi.waitFor(() => expect(logged('The audit channel cannot be written to')).toBe(1));
		audit.write(guild.id, verified(1));
		audit.write(guild.id, setup);
		await vi.waitFor(() => expect(logged('The audit channel cannot be written to')).toBe(2));
		audit.write(guild.id, verified(2));
		// The line is examined and dropped in the following turns of the event loop.
		await new Promise((resolve) => setImmediate(resolve));
		clock.now += 60_000;
		audit.write(guild.id, verified(3));
		await discord.events.waitFor('message-created');
		await audit.stop();
		const lines = written(discord).join('\n').split('\n');
		expect(lines).toEqual([
			expect.stringContaining('changed **Buyer role**'),
			expect.stringContaining('Item 3'),
		]);
		expect(logged('The audit channel cannot be written to')).toBe(2);
		const alert = { kind: 'audit-unwritable', channelId: channel.id };
		expect(troubles).toEqual([JSON.stringify(alert), 'solved audit-unwritable']);
	});

	it('names a purchase by its item, the end of its code and its holder, and shows names next to mentions', async () => {
		const { discord, guild, audit, names, memberNames } = await setUp();
		memberNames.set('900000000000000001', 'maya_*');
		const holder = '900000000000000077';
		names.set('hash 1', { itemName: 'Item 1', ending: '3a8c', holderIds: [holder] });
		audit.write(guild.id, verified(1));
		audit.write(guild.id, { ...refused('taken'), hash: 'hash 1' } as AuditEvent);
		audit.write(guild.id, { ...refused('taken', 2), hash: 'unreadable' } as AuditEvent);
		audit.write(guild.id, refused('taken', 3));
		await audit.stop();
		expect(written(discord).join('\n').split('\n')).toEqual([
			'✅ <@900000000000000001> (maya\\_\\*) verified **Item 1**\u00a0••••3a8c',
			`⛔ <@900000000000000000>: **Item 1**\u00a0••••3a8c is linked to <@${holder}> · KQT-WDR`,
			'⛔ <@900000000000000002>: the code is in use · KQT-WDR',
			'⛔ <@900000000000000003>: the code is in use · KQT-WDR',
		]);
	});
});
