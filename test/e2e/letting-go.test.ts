import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decideMove, letGo } from '../../src/views/custom-ids/dispute-ids.js';
import { change, customIdOf, forge, freshCode, hasBuyerRole, letUnlink, press, verify } from './acts.js';
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

/** The press, forged in the person's own conversation. */
async function forged(person: Person, reference: string): Promise<APIMessage> {
	const id = letGo.encode(stage.guild.id, reference);
	return await forge(stage, person, await conversation(person), id);
}

describe('a holder who lets a disputed purchase go', () => {
	it('gives it to the claimant with one press, as the card and the audit line say, and staff can undo it', async () => {
		await letUnlink(stage.people.admin, 0);
		const { reference, asked } = await disputed();
		expect(readable(asked)).toContain('This account will lose');
		expect(headline(await press(holder, asked, 'dispute-let-go'))).toBe('✅ Moved');
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
		await press(stage.people.moderator, moved, 'desk-undo');
		await card(stage, reference, 'Undone by');
		await expect.poll(roles).toEqual([true, false]);
	});

	it('is shown to staff if only they may move it, or while it is locked or revoked', async () => {
		const { reference, asked } = await disputed();
		expect(readable(asked)).toContain('Is it yours? Staff will decide.');
		expect(headline(await press(holder, asked, 'dispute-let-go'))).toContain('Staff will decide');
		await card(stage, reference, 'I let it go');
		await letUnlink(stage.people.admin, 0);
		for (const act of ['lock', 'revoke'] as const) {
			await change(stage.people.moderator, act, { code, reason: 'asked to' });
			expect(readable(await forged(holder, reference))).toContain('Staff will decide');
		}
		expect(hasBuyerRole(stage, claimant)).toBe(false);
	});

	it('is the only one who can, and only while it is theirs and open', async () => {
		await letUnlink(stage.people.admin, 0);
		const { reference, open } = await disputed();
		for (const person of [claimant, stage.newPerson('Onno')])
			expect(readable(await forged(person, reference))).toMatch(outdated);
		expect(roles()).toEqual([true, false]);
		await fill(stage.people.moderator, open, decideMove.encode(reference), { reason: 'receipt' });
		await expect.poll(roles).toEqual([false, true]);
		expect(readable(await forged(holder, reference))).toMatch(outdated);
		expect(roles()).toEqual([false, true]);
	});

	it('presses twice, and it moves once', async () => {
		await letUnlink(stage.people.admin, 0);
		const { reference, asked } = await disputed();
		const id = customIdOf(asked, 'dispute-let-go');
		await Promise.all([1, 2].map(() => holder.clickButton(asked, id).answered()));
		await settled(stage, reference, 'Moved to');
		expect(claimant.directMessages.filter((message) => readable(message).includes('is yours'))).toHaveLength(
			1,
		);
	});
});
