import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIMessage } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BotProcess } from '../../src/sandbox/bot-process.js';
import type { Person } from '../../src/sandbox/discord/person.js';
import { Stage, type StageOptions } from '../../src/sandbox/stage.js';
import { auditLine, freshCode, verify } from './acts.js';
import { button, readable } from './reading.js';

/** Presses the button with this name. */
function press(person: Person, message: APIMessage, name: string): Promise<APIMessage> {
	const id = new RegExp(`"custom_id":"(cc1:${name}:[^"]+)"`).exec(readable(message))?.[1];
	if (id === undefined) throw new Error(`There is no ${name} on: ${readable(message)}`);
	return person.clickButton(message, id).answered();
}

describe('attacks on the shop and on codes, with the production bot', () => {
	let stage: Stage;
	let bot: BotProcess;

	async function open(
		options: StageOptions = {},
		environment: Readonly<Record<string, string>> = {},
	): Promise<void> {
		stage = await Stage.open(options);
		await stage.register(environment);
		bot = await stage.startBot(environment);
	}
	afterEach(() => stage?.close());

	describe('a code in a free text', () => {
		beforeEach(() => open());

		/** Everything that is stored, was logged or was sent to Discord. */
		async function everything(): Promise<string> {
			const files = await readdir(stage.folder);
			const bytes = await Promise.all(files.map((file) => readFile(join(stage.folder, file), 'latin1')));
			const sent = stage.discord.events.all('message-created').map(({ message }) => message);
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
				const question = await people.moderator.chatInput('claim lock', { code, reason }).answered();
				keep(question);
				keep(await press(people.moderator, question, 'desk-confirm'));
				const unlock = await people.moderator.chatInput('claim unlock', { code, reason }).answered();
				keep(await press(people.moderator, unlock, 'desk-confirm'));
				keep(await people.buyer.chatInput('items', { search: spelling }).answered());
				const licence = { licence: spelling, role: stage.roles.buyer.id };
				keep(await people.admin.chatInput('setup licence', licence).answered());
				const seats = { licence: spelling, members: 3 };
				keep(await people.admin.chatInput('setup seats', seats).answered());
			}
			expect(await auditLine(stage, 'refund for … asked in ticket 4711')).toContain(people.moderator.id);
			keep(await people.moderator.chatInput('claim lookup', { code }).answered());

			const page = await people.admin.chatInput('panel', { channel: stage.channels.verify }).answered();
			const opened = people.admin.clickButton(page, button(page, 'Change'));
			await opened.acknowledged();
			const words = { title: `Yours: ${code}`, text: `Such as ${spellings[4]} or ${spellings[2]}` };
			keep(await people.admin.submitModal(opened, words).answered());

			const stored = await everything();
			for (const secret of [...spellings, code.replaceAll('-', '')]) {
				expect(stored).not.toContain(secret.toLowerCase());
				for (const answer of seen) expect(answer).not.toContain(secret.toLowerCase());
			}
		});
	});
});
