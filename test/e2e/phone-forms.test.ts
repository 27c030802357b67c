import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customIdOf } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { readable } from './reading.js';

describe('a form with values, on a phone that shows those of its first opening', () => {
	let stage: Stage;
	let phone: Person;
	let desk: Person;

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		await stage.startBot();
		const roleIds = [stage.roles.admin.id];
		phone = stage.discord.person(stage.guild, { name: 'Ann', roleIds, usesPhone: true });
		desk = stage.discord.person(stage.guild, { name: 'Ada', roleIds });
	});
	afterAll(() => stage?.close());

	/** Opens the form behind the button of this name. */
	const open = async (person: Person, page: APIMessage, name: string) => {
		const opened = person.clickButton(page, customIdOf(page, name));
		await opened.modalOpened();
		return opened;
	};
	type Opened = Awaited<ReturnType<typeof open>>;
	const send = (person: Person, opened: Opened, values: Record<string, string>) =>
		person.submitModal(opened, values).answered();
	const shown = ({ modal }: Opened): string => JSON.stringify(modal);

	it('never writes old words of a panel back', async () => {
		const channel = stage.channels.verify;
		const posted = await phone.chatInput('panel', { channel }).answered();
		const changed = await send(phone, await open(phone, posted, 'panel-change'), { title: 'First' });
		const early = await open(phone, changed, 'panel-change');
		expect(shown(early)).toContain('First');
		const onDesk = await desk.chatInput('panel', { channel }).answered();
		await send(desk, await open(desk, onDesk, 'panel-change'), { title: 'Second' });

		// Sent after the other: nothing is saved, and nothing that was typed is lost.
		const late = await send(phone, early, { text: 'Hello' });
		for (const part of ['Not saved', 'Second', 'Hello']) expect(readable(late)).toContain(part);
		expect(panel()).toContain('Second');
		expect(panel()).not.toContain('Hello');

		const again = await open(phone, late, 'panel-change');
		expect(shown(again)).toContain('Second');
		await send(phone, again, { text: 'Hello' });
		expect(panel()).toContain('Second');
		expect(panel()).toContain('Hello');
	});

	it('finds what the search is, not what it was', async () => {
		const list = await phone.chatInput('items').answered();
		const one = await send(phone, await open(phone, list, 'items-search'), { search: 'rocks' });
		const other = await send(phone, await open(phone, one, 'items-search'), { search: 'set' });
		expect(shown(await open(phone, other, 'items-search'))).toContain('"value":"set"');
	});

	/** The panel as it stands. */
	function panel(): string {
		const [last] = stage.discord.messages.inChannel(stage.channels.verify).slice(-1);
		return last === undefined ? '' : readable(last.current);
	}
});
