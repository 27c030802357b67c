import { textOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { Answering, type WaitingNotices } from '../../../src/discord/interactions/answering.js';
import { type Answer, privately, publicly, showPage } from '../../../src/discord/interactions/handler.js';
import { inCode } from '../../../src/i18n/translator.js';
import type { AddressedNotice } from '../../../src/messages/notices.js';
import { contentView, type MessageView, textView } from '../../../src/ui/message.js';
import { fakeGuild } from '../../servers/checkup/fake-guild.js';
import { noStaffRoles, noWaitingNotices } from './asking.js';
import { FakeInteraction } from './fake-interaction.js';

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

/** The views that a member sees of an answer, in order. Also those before it failed, which `failed` then says. */
async function shownBy(answer: Answer, notices: WaitingNotices, memberId = userId) {
	const answering = new Answering({
		services: undefined,
		access: noStaffRoles,
		mentionIn: () => inCode,
		waiting: notices,
		clock: { delay: async () => {} },
	});
	const asked = new FakeInteraction({ userId: memberId, customId: 'cc1:page' });
	const answered = answering.answer({ access: 'everyone', answer: () => answer }, asked, asked);
	const failed = await answered.catch((error: unknown) => String(error));
	const views = asked.log
		.filter(([call]) => !call.startsWith('defer'))
		.map(([, view]) => view as MessageView);
	return { shown: views.map(textOf), views, failed };
}

describe('an undelivered notice', () => {
	it('stands above the next answer, once', async () => {
		const notices = waiting();
		for (const answer of [privately(textView('The answer')), showPage(textView('The answer'))]) {
			notices.reset();
			expect((await shownBy(answer, notices)).shown).toEqual([
				'Staff of Maren’s \\*Support\\* revoked **Aurora**\u00a0••••3a8c\nAsk this server’s staff.\nThe answer',
			]);
			expect((await shownBy(answer, notices)).shown).toEqual(['The answer']);
		}
	});

	it('stands above each state of an answer that changes', async () => {
		const answer = privately(async (show) => {
			await show(textView('Soon'));
			return textView('Now');
		});
		const { shown } = await shownBy(answer, waiting());
		expect(shown.map((text) => text.split('\n').length)).toEqual([3, 3]);
	});

	const failing = (first?: MessageView) =>
		privately(async (show) => {
			if (first !== undefined) await show(first);
			throw new Error('The store is away');
		});

	it('waits for the next answer if the work fails before it shows anything', async () => {
		const notices = waiting();
		expect((await shownBy(failing(), notices)).failed).toContain('away');
		const { shown } = await shownBy(privately(textView('The answer')), notices);
		expect(shown).toEqual([expect.stringContaining('revoked')]);
	});

	it('is shown and taken with the first state, even if the work fails afterwards', async () => {
		const notices = waiting();
		const { shown, failed } = await shownBy(failing(textView('Soon')), notices);
		expect(failed).toContain('away');
		expect(shown).toEqual([expect.stringContaining('revoked')]);
		expect(notices.notices.hasFor(userId)).toBe(false);
	});

	it('follows an answer that it does not fit into', async () => {
		for (const view of [contentView('Plain'), textView('x'.repeat(3_990))]) {
			const { shown, views } = await shownBy(privately(view), waiting());
			expect(views[0]).toEqual(view);
			expect(shown.slice(1)).toEqual([expect.stringContaining('revoked')]);
		}
	});

	it('is shown to no other member, and on no public message', async () => {
		const notices = waiting();
		const { shown } = await shownBy(privately(textView('x')), notices, '200000000000000002');
		const { shown: shared } = await shownBy(publicly(textView('x')), notices);
		expect([...shown, ...shared]).toEqual(['x', 'x']);
		expect(notices.notices.hasFor(userId)).toBe(true);
	});
});
