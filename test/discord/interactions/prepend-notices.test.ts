import { describe, expect, it } from 'vitest';
import { reply, replyLater, turn, updateLater } from '../../../src/discord/interactions/handler.js';
import { withNotices } from '../../../src/discord/interactions/prepend-notices.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { AddressedNotice } from '../../../src/notifications/notice.js';
import { contentView, type MessageView, textView } from '../../../src/views/kit/message.js';
import { fakeGuild } from '../../guilds/checkup/fake-guild.js';
import { shownText } from '../../views/shown.js';
import { noWaitingNotices } from './asking.js';

const t = translatorFor('en-US');
const userId = '200000000000000001';
const addressed: AddressedNotice = {
	userId,
	guildId: '100000000000000001',
	notice: { kind: 'lost', how: 'revoked', purchase: { name: 'Aurora', ending: '3a8c' } },
};

function waiting() {
	let left = [addressed];
	return {
		...noWaitingNotices,
		discord: { factsOf: () => ({ ...fakeGuild(), name: 'Maren’s *Support*' }) },
		notices: {
			hasFor: (id: string) => id === userId && left.length > 0,
			takeFor: async () => left.splice(0),
		},
		reset: () => {
			left = [addressed];
		},
	};
}

async function shownBy(answer: ReturnType<typeof reply>): Promise<readonly MessageView[]> {
	if (!('work' in answer)) return 'view' in answer ? [answer.view] : [];
	const shown: MessageView[] = [];
	const outcome = await answer.work(async (view) => shown.push(view));
	if (outcome === undefined) return shown;
	if (!('followUp' in outcome)) return [...shown, outcome];
	return [...shown, ...(outcome.view ? [outcome.view] : []), outcome.followUp as unknown as MessageView];
}

describe('an undelivered notice', () => {
	it('stands above the next answer, once', async () => {
		const notices = waiting();
		for (const answer of [reply(textView('The answer')), turn(textView('The answer'))]) {
			notices.reset();
			const [first] = await shownBy(withNotices(answer, userId, t, notices));
			expect(shownText(first ?? {})).toBe(
				'Staff of Maren’s \\*Support\\* revoked **Aurora**\u00a0••••3a8c\nAsk this server’s staff.\nThe answer',
			);
			const [second] = await shownBy(withNotices(answer, userId, t, notices));
			expect(shownText(second ?? {})).toBe('The answer');
		}
	});

	it('stands above each state of an answer that changes', async () => {
		const answer = replyLater(async (show) => {
			await show(textView('Soon'));
			return textView('Now');
		});
		const shown = await shownBy(withNotices(answer, userId, t, waiting()));
		expect(shown.map((view) => shownText(view).split('\n').length)).toEqual([3, 3]);
	});

	const failing = (first?: MessageView) =>
		replyLater(async (show) => {
			if (first !== undefined) await show(first);
			throw new Error('The store is away');
		});

	it('waits for the next answer if the work fails before it shows anything', async () => {
		const notices = waiting();
		await expect(shownBy(withNotices(failing(), userId, t, notices))).rejects.toThrow('away');
		const [next] = await shownBy(withNotices(reply(textView('The answer')), userId, t, notices));
		expect(shownText(next ?? {})).toContain('revoked');
	});

	it('is shown and taken with the first state, even if the work fails afterwards', async () => {
		const notices = waiting();
		const answer = withNotices(failing(textView('Soon')), userId, t, notices);
		const shown: MessageView[] = [];
		const outcome = 'work' in answer ? answer.work(async (view) => shown.push(view)) : undefined;
		await expect(outcome).rejects.toThrow('away');
		expect(shown.map(shownText)).toEqual([expect.stringContaining('revoked')]);
		expect(notices.notices.hasFor(userId)).toBe(false);
	});

	it('follows an answer that it does not fit into', async () => {
		for (const view of [contentView('Plain'), textView('x'.repeat(3_990))]) {
			const shown = await shownBy(withNotices(reply(view), userId, t, waiting()));
			expect(shown).toHaveLength(2);
			expect(shown[0]).toEqual(view);
			expect(shownText(shown[1] ?? {})).toContain('revoked');
		}
	});

	it('is shown to no other member, and on no public message', async () => {
		const notices = waiting();
		expect(withNotices(reply(textView('x')), '200000000000000002', t, notices).kind).toBe('reply');
		expect(
			withNotices(
				updateLater(async () => undefined),
				userId,
				t,
				notices,
			).kind,
		).toBe('update-later');
		expect(notices.notices.hasFor(userId)).toBe(true);
	});
});
