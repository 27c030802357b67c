import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askForDecision, decideLeave } from '../../src/views/custom-ids/dispute-ids.js';
import { customIdOf, freshCode, hasBuyerRole, press, verify } from './acts.js';
import { card, fill, opened, refused } from './dispute-acts.js';
import { openStage, register } from './hosted-bot.js';
import { readable } from './reading.js';

describe('a dispute, by four people', () => {
	let stage: Stage;
	let moderator: Person;
	let onlooker: Person;

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		moderator = stage.people.moderator;
		onlooker = stage.newPerson('Onno');
		await stage.startBot();
	});
	afterAll(() => stage?.close());

	async function pair(): Promise<{ holder: Person; claimant: Person; code: string }> {
		const [holder, claimant] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
		const code = freshCode(stage);
		await verify(holder, code);
		return { holder, claimant, code };
	}

	it('goes from the refusal to the move and back, and neither side learns who the other is', async () => {
		const { holder, claimant, code } = await pair();
		const { reference, waiting } = await opened(claimant, code);
		expect(readable(waiting)).toContain('Staff will decide');
		expect(readable(waiting)).not.toContain(holder.id);

		const asked = await holder.directMessage((message) => readable(message).includes('dispute-keep'));
		expect(readable(asked)).not.toContain(claimant.id);
		expect(readable(asked)).not.toContain('Tom');
		const open = await card(stage, reference, 'Requested by');
		for (const part of [holder.id, claimant.id, 'I lost my old account.', 'earlier'])
			expect(readable(open).includes(part)).toBe(part !== 'earlier');
		expect(readable(open)).not.toContain(code);

		expect(readable(await press(holder, asked, 'dispute-keep'))).toContain('Noted.');
		await card(stage, reference, 'It’s mine');

		const no = await onlooker.clickButton(open, customIdOf(open, 'case-move')).answered();
		expect(readable(no)).toContain('Manage Roles');
		const answer = await fill(moderator, open, customIdOf(open, 'case-move'), {
			reason: `shown the receipt, ${code}`,
		});
		// The card itself, and no message beside it.
		expect(answer.id).toBe(open.id);
		const decided = await card(stage, reference, 'Moved to');
		expect(readable(decided)).toContain(`**Original holder** <@${holder.id}>`);
		expect(readable(decided)).toContain(`**Requested by** <@${claimant.id}>`);
		expect(readable(decided)).toContain('shown the receipt');
		expect(readable(decided)).not.toContain(code);
		await claimant.directMessage((message) => readable(message).includes('is yours'));
		await holder.directMessage((message) => readable(message).includes('to another account'));
		await expect
			.poll(() => [hasBuyerRole(stage, holder), hasBuyerRole(stage, claimant)])
			.toEqual([false, true]);

		await press(moderator, decided, 'desk-undo');
		const again = await card(stage, reference, 'Undone by');
		for (const part of ['It’s mine', 'I lost my old account.', 'Requested by'])
			expect(readable(again)).toContain(part);
		await expect
			.poll(() => [hasBuyerRole(stage, holder), hasBuyerRole(stage, claimant)])
			.toEqual([true, false]);
		// Their messages are edited.
		const told = (person: Person) =>
			stage.discord.messages.get(person.directMessages.at(-1)?.id ?? '').current;
		for (const person of [holder, claimant])
			await expect.poll(() => readable(told(person))).toContain('undid their decision');
		// The other way.
		await fill(moderator, again, customIdOf(again, 'case-leave'), { reason: 'no receipt' });
		await card(stage, reference, 'Stays with');
	});

	it('can be left where it is, and withdrawn', async () => {
		const { claimant, code } = await pair();
		const { reference } = await opened(claimant, code);
		const open = await card(stage, reference, 'Requested by');
		await fill(moderator, open, decideLeave.encode(reference), { reason: 'no receipt' });
		await card(stage, reference, 'Stays with');
		await claimant.directMessage((message) => readable(message).includes('wasn’t moved'));

		const other = await pair();
		const second = await opened(other.claimant, other.code);
		await card(stage, second.reference, 'Requested by');
		await press(other.claimant, second.waiting, 'dispute-withdraw');
		await card(stage, second.reference, 'Withdrawn by');
	});

	it('attack 39: the claimant’s own case is for other staff to decide', async () => {
		const { code } = await pair();
		const { reference } = await opened(moderator, code);
		const open = await card(stage, reference, 'Requested by');
		const answer = await fill(moderator, open, customIdOf(open, 'case-move'), { reason: 'mine' });
		expect(readable(answer)).toContain('Someone else on staff must do it');
	});
});

describe('a bot that is killed in the middle of a dispute', () => {
	it('goes on where it ended', async () => {
		const stage = await openStage();
		try {
			await register(stage);
			const { moderator } = stage.people;
			const [holder, claimant] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
			const code = freshCode(stage);
			const post = 'POST /channels/{channel_id}/messages';

			// While the card and the question to the holder are sent.
			let bot = await stage.startProcess();
			await verify(holder, code);
			const { reference, start } = await refused(claimant, code);
			stage.discord.faults.add(post, { kind: 'hang' });
			await fill(claimant, start, askForDecision.encode(reference), { note: 'mine' });
			await bot.kill();
			stage.discord.faults.clear();
			bot = await stage.startProcess();
			const open = await card(stage, reference, 'Requested by');
			await holder.directMessage((message) => readable(message).includes('dispute-keep'));

			// While the card is edited and both are notified.
			const edit = 'PATCH /channels/{channel_id}/messages/{message_id}';
			stage.discord.faults.add(edit, { kind: 'hang' });
			await fill(moderator, open, customIdOf(open, 'case-move'), { reason: 'receipt' });
			await bot.kill();
			stage.discord.faults.clear();
			await stage.startBot();
			await card(stage, reference, 'Moved to');
			await claimant.directMessage((message) => readable(message).includes('is yours'));
			await expect.poll(() => hasBuyerRole(stage, claimant), { timeout: 20_000 }).toBe(true);
			const notices = claimant.directMessages.filter((message) => readable(message).includes('is yours'));
			expect(notices).toHaveLength(1);
		} finally {
			await stage.close();
		}
	});
});
