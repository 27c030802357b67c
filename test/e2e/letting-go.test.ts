import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decideMove, letGo, letGoNow, undoRuling } from '../../src/views/custom-ids/dispute-ids.js';
import { change, customIdOf, forge, freshCode, hasBuyerRole, press, verify } from './acts.js';
import { botHeaders } from './bot-headers.js';
import { card, fill, opened, settled } from './dispute-acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

let stage: Stage;
let holder: Person;
let claimant: Person;
let code: string;

beforeEach(async () => {
	stage = await openStage();
	await register(stage);
	[holder, claimant] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
	code = freshCode(stage);
	await stage.startBot();
});
afterEach(() => stage?.close());

const outdated = /too old|no longer|expired|out of date/i;
const roles = () => [hasBuyerRole(stage, holder), hasBuyerRole(stage, claimant)];

/** A dispute whose holder was asked: the card, and the direct message. */
async function disputed() {
	await verify(holder, code);
	await expect.poll(roles).toEqual([true, false]);
	const { reference } = await opened(claimant, code);
	const open = await settled(stage, reference, 'was asked');
	const asked = await holder.directMessage((message) => readable(message).includes('dispute-let-go'));
	return { reference, open, asked };
}

/** The bot's direct conversation with a person. */
async function conversation(person: Person): Promise<string> {
	const response = await fetch(`${stage.discord.apiUrl}/v10/users/@me/channels`, {
		method: 'POST',
		headers: botHeaders(stage),
		body: JSON.stringify({ recipient_id: person.id }),
	});
	return ((await response.json()) as { id: string }).id;
}

/** Both presses, forged in the person's own conversation. */
async function forged(person: Person, reference: string): Promise<readonly APIMessage[]> {
	const channelId = await conversation(person);
	const answers = [];
	for (const button of [letGo, letGoNow])
		answers.push(await forge(stage, person, channelId, button.encode(stage.guild.id, reference)));
	return answers;
}

describe('a holder who lets a disputed purchase go', () => {
	it('gives it to the claimant, as the card and the audit line say, and staff can undo it', async () => {
		const { reference, asked } = await disputed();
		expect(readable(asked)).toContain('is theirs.');
		const sure = await press(holder, asked, 'dispute-let-go');
		expect(readable(sure)).toContain('This account will lose');
		expect(roles()).toEqual([true, false]);
		expect(headline(await press(holder, sure, 'dispute-let-go-now'))).toBe('✅ Moved');
		await expect.poll(roles).toEqual([false, true]);
		const moved = await card(stage, reference, `Moved to <@${claimant.id}> (tom) by <@${holder.id}> (maya)`);
		await claimant.directMessage((message) => readable(message).includes('is yours'));
		const lines = () =>
			stage.discord.events
				.all('message-created')
				.filter(({ message }) => message.channel_id === stage.channels.audit)
				.map(({ message }) => readable(message));
		await expect.poll(lines).toContainEqual(expect.stringMatching(`<@${holder.id}>.* moved `));
		expect(holder.directMessages.map(readable)).not.toContainEqual(expect.stringContaining('Staff of'));

		await press(stage.people.moderator, moved, undoRuling.encode(reference).split(':')[1] ?? '');
		await card(stage, reference, 'Undone by');
		await expect.poll(roles).toEqual([true, false]);
		// Once: it has moved in the last 90 days.
		for (const answer of await forged(holder, reference)) expect(readable(answer)).toMatch(outdated);
		expect(roles()).toEqual([true, false]);
	});

	it('is the only one who can, and only while it is theirs and open', async () => {
		const { reference, open } = await disputed();
		for (const person of [claimant, stage.newPerson('Onno')])
			for (const answer of await forged(person, reference)) expect(readable(answer)).toMatch(outdated);
		expect(roles()).toEqual([true, false]);
		await fill(stage.people.moderator, open, decideMove.encode(reference), { reason: 'receipt' });
		await expect.poll(roles).toEqual([false, true]);
		for (const answer of await forged(holder, reference)) expect(readable(answer)).toMatch(outdated);
		expect(roles()).toEqual([false, true]);
	});

	it('can’t while the staff have locked or revoked it', async () => {
		const { reference } = await disputed();
		const { moderator } = stage.people;
		for (const [act, back] of [
			['lock', 'unlock'],
			['revoke', undefined],
		] as const) {
			await change(moderator, act, { code, reason: 'asked to' });
			for (const answer of await forged(holder, reference)) expect(readable(answer)).toMatch(/locked/i);
			if (back !== undefined) await change(moderator, back, { code, reason: 'done' });
		}
		expect(hasBuyerRole(stage, claimant)).toBe(false);
	});

	it('can’t while another account says that it is theirs as well', async () => {
		const { asked } = await disputed();
		await opened(stage.newPerson('Ada'), code);
		expect(headline(await press(holder, asked, 'dispute-let-go'))).toBe('⚖️ Staff will decide');
		expect(roles()).toEqual([true, false]);
	});

	it('can’t once the claimant has left the server', async () => {
		const { reference } = await disputed();
		stage.guild.removeMember(claimant.id);
		for (const answer of await forged(holder, reference)) expect(readable(answer)).toMatch(outdated);
		expect(hasBuyerRole(stage, holder)).toBe(true);
	});

	it('can’t within 90 days of a move', async () => {
		const { asked } = await disputed();
		await press(holder, await press(holder, asked, 'dispute-let-go'), 'dispute-let-go-now');
		await expect.poll(roles).toEqual([false, true]);
		const back = await opened(holder, code);
		await settled(stage, back.reference, 'was asked');
		const question = await claimant.directMessage((message) => readable(message).includes('dispute-let-go'));
		expect(headline(await press(claimant, question, 'dispute-let-go'))).toBe(
			'⛔ It was moved less than 90 days ago',
		);
		expect(roles()).toEqual([false, true]);
	});

	it('presses twice, and it moves once', async () => {
		const { reference, asked } = await disputed();
		const sure = await press(holder, asked, 'dispute-let-go');
		const id = customIdOf(sure, 'dispute-let-go-now');
		const both = [holder.clickButton(sure, id), holder.clickButton(sure, id)].map((pressed) =>
			pressed.answered(),
		);
		await Promise.all(both);
		await card(stage, reference, 'Moved to');
		const notices = () => claimant.directMessages.filter((message) => readable(message).includes('is yours'));
		await settled(stage, reference, 'Moved to');
		expect(notices()).toHaveLength(1);
	});
});
