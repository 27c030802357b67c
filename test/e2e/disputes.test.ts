import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askForDecision, decideLeave, undoRuling } from '../../src/views/custom-ids/dispute-ids.js';
import { chooseSetting, customIdOf, freshCode, hasBuyerRole, press, verify } from './acts.js';
import { card, fill, opened, referenceIn, refused } from './dispute-acts.js';
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

		await moderator.clickButton(decided, undoRuling.encode(reference)).answered();
		await card(stage, reference, 'Undone by');
		await expect
			.poll(() => [hasBuyerRole(stage, holder), hasBuyerRole(stage, claimant)])
			.toEqual([true, false]);
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
		expect(readable(answer)).toContain('Someone else on staff');
	});
});

describe('*This is my purchase*', () => {
	it('opens the form where members may not move purchases, and the page if that has changed since', async () => {
		const stage = await openStage();
		try {
			await register(stage);
			await stage.startBot();
			const [claimant, other] = [stage.newPerson('Tom'), stage.newPerson('Tess')];
			const code = freshCode(stage);
			await verify(stage.newPerson('Maya'), code);
			const strict = await verify(claimant, code);
			const form = claimant.clickButton(strict, customIdOf(strict, 'dispute-ask'));
			expect((await form.modalOpened()).title).toBe('This is my purchase');

			await chooseSetting(stage.people.admin, 'policy-unlinking', 'members-move');
			const sent = await claimant.submitModal(form, { note: 'mine' }).answered();
			expect(readable(sent)).toContain('Staff will decide');
			await card(stage, referenceIn(strict), 'Requested by');

			const lenient = await verify(other, code);
			await chooseSetting(stage.people.admin, 'policy-unlinking', 'never');
			const page = await press(other, lenient, 'dispute-open');
			expect(readable(page)).toContain('If the purchase is yours, ask staff to decide.');
			const waiting = await fill(other, page, customIdOf(page, 'dispute-ask'), { note: '' });
			expect(readable(waiting)).toContain('Staff will decide');
		} finally {
			await stage.close();
		}
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
			bot = await stage.startProcess();
			const moved = await card(stage, reference, 'Moved to');
			await claimant.directMessage((message) => readable(message).includes('is yours'));
			await expect.poll(() => hasBuyerRole(stage, claimant), { timeout: 20_000 }).toBe(true);
			const notices = claimant.directMessages.filter((message) => readable(message).includes('is yours'));
			expect(notices).toHaveLength(1);

			// While it is taken back.
			stage.discord.faults.add(edit, { kind: 'hang' });
			await moderator.clickButton(moved, undoRuling.encode(reference)).answered();
			await bot.kill();
			stage.discord.faults.clear();
			await stage.startProcess();
			await card(stage, reference, 'Undone by');
			await holder.directMessage((message) => readable(message).includes('is yours'));
			await expect.poll(() => hasBuyerRole(stage, holder), { timeout: 20_000 }).toBe(true);
		} finally {
			await stage.close();
		}
	});
});

describe('a purchase between two accounts of one person', () => {
	it('moves by the reference, from the direct message too, where home lets members move', async () => {
		const stage = await openStage();
		try {
			await register(stage);
			await stage.startBot();
			const { admin } = stage.people;
			const page = await admin.chatInput('setup policy').answered();
			await admin.selectMenu(page, customIdOf(page, 'policy-unlinking'), ['members-move']).answered();
			const [old, fresh] = [stage.newPerson('Maya'), stage.newPerson('May')];
			const code = freshCode(stage);
			await verify(old, code);
			const { reference, start } = await refused(fresh, code);
			const waiting = await press(fresh, start, 'dispute-move-here');
			expect(readable(waiting)).toContain(reference);
			await fill(fresh, waiting, askForDecision.encode(reference), { note: 'both are mine' });

			const asked = await old.directMessage((message) => readable(message).includes('move-mine'));
			const wrong = await fill(old, asked, customIdOf(asked, 'move-mine'), { reference: 'BBB-BBB' });
			expect(readable(wrong)).toContain('doesn’t belong');
			const sure = await fill(old, wrong, customIdOf(wrong, 'move-mine'), {
				reference: reference.toLowerCase(),
			});
			expect(readable(await press(old, sure, 'move-now'))).toContain('Moved');
			await expect.poll(() => [hasBuyerRole(stage, old), hasBuyerRole(stage, fresh)]).toEqual([false, true]);
			await card(stage, reference, 'Moved by the holder');
		} finally {
			await stage.close();
		}
	});
});
