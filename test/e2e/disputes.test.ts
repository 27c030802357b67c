import type { Person } from '@claimcheck/local-discord/person';
import type { APIMessage } from 'discord.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { askForDecision } from '../../src/ui/entries.js';
import {
	auditLine,
	caseCard,
	change,
	customIdOf,
	fill,
	freshCode,
	hasBuyerRole,
	letUnlink,
	marketplaceCalls,
	press,
	referenceIn,
	verify,
} from './acts.js';
import { sharedStage } from './own-stage.js';
import { headline, readable } from './reading.js';

const stage = await sharedStage();
await stage.startBot();
const { moderator } = stage.people;
let holder: Person;
let claimant: Person;
let code: string;

beforeEach(async () => {
	[holder, claimant] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
	code = freshCode(stage);
	await verify(holder, code);
});

const card = (reference: string, shows: string) => caseCard(stage, reference, shows);

/** Opens a dispute: its reference, and the replies before and after it. */
async function opened(person: Person, code: string, note = 'I lost my old account.') {
	const start = await verify(person, code);
	const reference = referenceIn(start);
	const waiting = await fill(person, start, askForDecision.encode(reference), { note });
	return { reference, start, waiting };
}

const asksHolder = (message: APIMessage) => readable(message).includes('dispute-keep');
const roles = () => [hasBuyerRole(stage, holder), hasBuyerRole(stage, claimant)];

describe('a dispute among four people', () => {
	it('goes from the refusal to the move and back, and neither side learns who the other is', async () => {
		const { reference, waiting } = await opened(claimant, code);
		expect(readable(waiting)).toContain('Staff will decide');
		expect(readable(waiting)).not.toContain(holder.id);

		const asked = await holder.directMessage(asksHolder);
		expect(readable(asked)).not.toContain(claimant.id);
		expect(readable(asked)).not.toContain('Tom');
		const open = await card(reference, 'Requested by');
		for (const part of [holder.id, claimant.id, 'I lost my old account.'])
			expect(readable(open)).toContain(part);
		expect(readable(open)).toMatch(/Paid \$[\d,.]+/);
		expect(readable(open)).toMatch(/Holder.*joined.*Requested by.*joined/s);
		expect(readable(open)).not.toContain(code);

		expect(readable(await press(holder, asked, 'dispute-keep'))).toContain('Noted.');
		await card(reference, 'It’s mine');
		const answer = await fill(moderator, open, customIdOf(open, 'case-move'), {
			reason: `shown the receipt, ${code}`,
		});
		// It is on the card itself, without an extra message.
		expect(answer.id).toBe(open.id);
		const decided = await card(reference, 'Moved to');
		expect(readable(decided)).toContain(`**Original holder** <@${holder.id}>`);
		expect(readable(decided)).toContain('shown the receipt');
		expect(readable(decided)).not.toContain(code);
		await claimant.directMessage((message) => readable(message).includes('is yours'));
		await holder.directMessage((message) => readable(message).includes('to another account'));
		await expect.poll(roles).toEqual([false, true]);

		await press(moderator, decided, 'desk-undo');
		const again = await card(reference, 'Undone by');
		for (const part of ['It’s mine', 'I lost my old account.', 'Requested by'])
			expect(readable(again)).toContain(part);
		await expect.poll(roles).toEqual([true, false]);
		const lastNotice = (person: Person) =>
			stage.discord.messages.get(person.directMessages.at(-1)?.id ?? '').current;
		for (const person of [holder, claimant])
			await expect.poll(() => readable(lastNotice(person))).toContain('undid their decision');
		await fill(moderator, again, customIdOf(again, 'case-leave'), { reason: 'no receipt' });
		await card(reference, 'Stays with');
	});
});

describe('a holder who gives up a disputed purchase', () => {
	it('gives it to the claimant with one press, and the card and the audit line say so', async () => {
		await letUnlink(stage.people.admin, 0);
		await expect.poll(roles).toEqual([true, false]);
		const { reference } = await opened(claimant, code);
		const asked = await holder.directMessage((message) => readable(message).includes('dispute-keep'));
		expect(readable(asked)).toContain('This account will lose');
		expect(headline(await press(holder, asked, 'dispute-let-go'))).toBe('✅ Moved');
		await expect.poll(roles).toEqual([false, true]);
		await card(reference, `Moved to <@${claimant.id}>`);
		await claimant.directMessage((message) => readable(message).includes('is yours'));
		await auditLine(stage, `<@${holder.id}>`, ' moved ');
	});
});

describe('attack 37: a claimant’s view of the holder', () => {
	it('is the same for a purchase that is held, locked, reserved, or whose holder has left', async () => {
		const seen: Record<string, unknown> = {};
		for (const state of ['held', 'locked', 'kept', 'gone']) {
			const [has, wants, it] = [stage.newPerson('Maya'), stage.newPerson('Tom'), freshCode(stage)];
			await verify(has, it);
			if (state === 'locked') await change(moderator, 'lock', { code: it, reason: 'asked to' });
			if (state === 'kept') {
				const page = await has.chatInput('privacy').answered();
				await press(has, await press(has, page, 'privacy:delete'), 'privacy:erase');
			}
			if (state === 'gone') stage.guild.removeMember(has.id);
			const asked = marketplaceCalls(stage, 'purchases/validation');
			const { reference, start, waiting } = await opened(wants, it, '');
			const shop = marketplaceCalls(stage, 'purchases/validation') - asked;
			const texts = [start, waiting].map((message) =>
				readable(message)
					.replaceAll(reference, 'REF')
					.replaceAll(it.slice(-4), 'CODE')
					.replaceAll(/<t:\d+/g, '<t:0')
					.replaceAll(/\*\*[^*]+ is in use\*\*/g, ''),
			);
			seen[state] = { texts, shop };
		}
		for (const state of ['locked', 'kept', 'gone'])
			expect([state, seen[state]]).toEqual([state, seen['held']]);
	});
});
