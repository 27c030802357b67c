import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningBot, Stage, StageOptions } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
	auditChannel,
	auditLine,
	change,
	check,
	customIdOf,
	freshCode,
	marketplaceCalls,
	verify,
} from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { button, headline, readable } from './reading.js';

describe('attacks on the shop and on codes, with the production bot', () => {
	let stage: Stage;
	let bot: RunningBot;
	const unsure = '⚠️ I can’t check codes right now';

	async function open(
		options: StageOptions = {},
		environment: Readonly<Record<string, string>> = {},
	): Promise<void> {
		stage = await openStage(options);
		await register(stage, environment);
		bot = await stage.startBot(environment);
	}
	afterEach(() => stage?.close());

	describe('a code in a free text', () => {
		beforeEach(() => open());

		/** Everything that is stored, was logged or was sent to Discord. */
		async function everything(): Promise<string> {
			const files = await readdir(stage.folder, { recursive: true, withFileTypes: true });
			const bytes = await Promise.all(
				files
					.filter((file) => file.isFile())
					.map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
			);
			const sent = stage.discord.events
				.all('message-created')
				.flatMap(({ message }) => [message, stage.discord.messages.get(message.id).current]);
			return [...bytes, bot.output(), JSON.stringify(sent)].join('\n').toLowerCase();
		}

		it('attack 29: is in no row, message or log, however it is spelled', async () => {
			const { people } = stage;
			const code = freshCode(stage);
			await verify(people.buyer, code);
			const spellings = [
				code,
				code.toUpperCase().replaceAll('-', '–'),
				code.replaceAll('-', ' '),
				`${code.slice(0, 10)}\u200b${code.slice(10)}`,
				'KX7Q-29ZT-M4VB',
			];
			const seen = new Set<string>();
			const keep = (message: APIMessage) => seen.add(readable(message).toLowerCase());
			for (const spelling of spellings) {
				const reason = `refund for ${spelling} asked in ticket 4711`;
				keep(await change(people.moderator, 'lock', { code, reason }));
				keep(await change(people.moderator, 'unlock', { code, reason }));
				keep(await people.buyer.chatInput('items', { search: spelling }).answered());
				const licence = { license: spelling, role: stage.roles.buyer.id };
				keep(await people.admin.chatInput('setup license', licence).answered());
				const seats = { license: spelling, members: 3 };
				keep(await people.admin.chatInput('setup seats', seats).answered());
			}
			expect(await auditLine(stage, 'refund for … asked in ticket 4711')).toContain(people.moderator.id);
			keep(await people.moderator.chatInput('whois', { code }).answered());

			const page = await people.admin.chatInput('panel', { channel: stage.channels.verify }).answered();
			const opened = people.admin.clickButton(page, button(page, 'Edit panel'));
			await opened.acknowledged();
			const words = {
				title: `Yours: ${code}`,
				text: `Such as ${spellings[4]} or ${spellings[2]}`,
				picture: 'https://example.com/aurora.png',
				alt: `A receipt with ${code}`,
			};
			keep(await people.admin.submitModal(opened, words).answered());

			const taken = await verify(people.friend, code);
			const asked = people.friend.clickButton(taken, customIdOf(taken, 'dispute-ask'));
			await asked.acknowledged();
			const note = `I bought it in May: ${spellings.join(', ')}`;
			keep(await people.friend.submitModal(asked, { note }).answered());
			// The card begins as a line, which is then edited into it.
			await expect.poll(async () => (await everything()).includes('i bought it in may')).toBe(true);

			const stored = await everything();
			for (const secret of [...spellings, code.replaceAll('-', '')]) {
				expect({ secret, isStored: stored.includes(secret.toLowerCase()) }).toEqual({
					secret,
					isStored: false,
				});
				for (const answer of seen) expect(answer).not.toContain(secret.toLowerCase());
			}
		});
	});

	it('attack 45: another account’s key decides nothing and revokes nothing until that is confirmed', async () => {
		await open();
		const code = freshCode(stage);
		await expect.poll(() => marketplaceCalls(stage, 'items/all')).toBeGreaterThan(0);
		await verify(stage.people.buyer, code);
		stage.marketplace.accountKind = 'regular';
		// An answer about the key speaks for two seconds.
		await expect
			.poll(async () => headline(await verify(stage.newPerson('Tom'), unknownCode(1))), { timeout: 30_000 })
			.toBe(unsure);
		await expect
			.poll(() => auditChannel(stage))
			.toMatch(/🔑 The key now belongs to \*\*marenbuys\*\*, not \*\*marenmakes\*\*.+until you confirm/);
		const before = marketplaceCalls(stage, 'purchases/validation');
		expect(headline(await verify(stage.newPerson('Maya'), freshCode(stage)))).toBe(unsure);
		expect(marketplaceCalls(stage, 'purchases/validation')).toBe(before);
		const recheck = await check(stage.people.moderator, code);
		expect(headline(recheck)).toBe('⏳ The shop couldn’t check it');
		expect(readable(recheck)).not.toMatch(/invalid at the shop|no longer valid|doesn’t recognize/i);
		expect(headline(await verify(stage.people.buyer, code))).toBe('✅ Already verified');
	});

	const unknownCode = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
});
