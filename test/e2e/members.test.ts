import type { Person } from '@claimcheck/local-discord/person';
import { textOf } from '@claimcheck/local-discord/reading';
import { type APIMessage, ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import {
	auditLine,
	forge,
	freshCode,
	letUnlink,
	logged,
	newHolder,
	press,
	roleTaken,
	verify,
} from './acts.js';
import { sharedStage } from './own-stage.js';
import { button, headline, readable } from './reading.js';

const stage = await sharedStage();
const bot = await stage.startBot();
await bot.logged('Loaded the items');

const click = (person: Person, message: APIMessage, label: string): Promise<APIMessage> =>
	person.clickButton(message, button(message, label)).answered();
const own = (person: Person): Promise<APIMessage> => person.chatInput('purchases').answered();
describe('/purchases', () => {
	it('gives nothing to a member who presses the button of another member’s page, nor after the data is deleted', async () => {
		await letUnlink(stage.people.admin, 7);
		const [holder, thief] = [stage.newPerson('Holder'), stage.newPerson('Thief')];
		await verify(holder, freshCode(stage));
		const forged = (person: Person, id: string) =>
			forge(stage, person, stage.guild.addChannel({ name: 'old' }).id, `cc1:purchases-${id}:${hash}`);
		const [, hash = ''] = /purchases-ask-unlink:([\w-]{43})/.exec(readable(await own(holder))) ?? [];
		expect(hash).not.toBe('');
		for (const id of ['page', 'ask-unlink', 'let-go', 'check', 'roles']) {
			const answer = await forged(thief, id);
			expect(textOf(answer)).not.toContain('license');
			expect(readable(answer)).not.toContain(holder.id);
		}
		expect(textOf(await own(holder))).toContain('license');
		const question = await press(holder, await holder.chatInput('privacy').answered(), 'privacy:delete');
		await press(holder, question, 'privacy:erase');
		expect(textOf(await forged(holder, 'page'))).toContain('No purchases yet');
	});
});

describe('/privacy', () => {
	it('shows a buyer the stored data, also as a file, and deletes it and the role without freeing a code', async () => {
		const { holder: person, code } = await newHolder(stage);
		const page = await person.chatInput('privacy').answered();
		expect(textOf(page)).toContain('1 purchase**');
		expect(readable(page)).not.toContain(code);
		expect(stage.discord.messages.get(page.id).visibleTo).toBe(person.id);

		const file = await click(person, page, 'Download my data');
		expect(file.attachments.map(({ filename }) => filename)).toEqual(['claimcheck-data.json']);
		expect(readable(file)).toContain(`"type":${ComponentType.File}`);
		const content = await (await fetch(file.attachments[0]?.url ?? '')).text();
		expect(content).toContain(person.id);
		expect(content).not.toContain(code);

		const question = await click(person, await person.chatInput('privacy').answered(), 'Delete my data');
		expect(textOf(await click(person, question, 'Delete everything'))).toContain('✅ Deleted');
		await roleTaken(stage, person);
		await auditLine(stage, `<@${person.id}>`, 'deleted');
		expect(headline(await verify(stage.newPerson('Tom'), code))).toContain('in use');
		expect(headline(await verify(person, code))).toContain('Purchase verified');
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});
});
