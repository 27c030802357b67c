import { textOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { answer } from '../../../src/discord/interactions/dispatcher.js';
import { type Answer, privately, publicly } from '../../../src/discord/interactions/handler.js';
import type { AddressedNotice } from '../../../src/messages/notices.js';
import type { MessageView } from '../../../src/ui/message.js';
import { fakeGuild } from '../../servers/checkup/fake-guild.js';
import { textView } from '../../ui/text-view.js';
import { answerFloor } from './asking.js';
import { fakeInteraction } from './fake-interaction.js';

const userId = '200000000000000001';
const addressed: AddressedNotice = {
	userId,
	guildId: '100000000000000001',
	notice: { kind: 'lost', how: 'revoked', purchase: { name: 'Aurora', ending: '3a8c' } },
};

function waiting() {
	const left = [addressed];
	const notices = {
		hasFor: (id: string) => id === userId && left.length > 0,
		takeFor: async () => left.splice(0),
	};
	const discord = { factsOf: () => ({ ...fakeGuild(), name: 'Maren’s *Support*' }) };
	return { ...answerFloor(undefined), discord, notices, links: { known: () => ({}) } } as never;
}

/** The texts that a member sees of an answer, in order, or its error. */
async function shownBy(answered: Answer, floor: ReturnType<typeof waiting>, memberId = userId) {
	const asked = fakeInteraction({ userId: memberId, customId: 'cc1:page' });
	const handler = { access: 'everyone', answer: () => answered } as const;
	await answer(handler, asked, asked.responses, floor).catch(() =>
		asked.log.push(['fails', textView('failed')]),
	);
	return asked.log
		.filter(([call]) => !call.startsWith('defer'))
		.map(([, view]) => textOf(view as MessageView));
}

describe('an undelivered notice', () => {
	it('follows the next successful answer, once', async () => {
		const floor = waiting();
		const failing = privately(async () => {
			throw new Error('The store is away');
		});
		expect(await shownBy(failing, floor)).toEqual(['failed']);
		expect(
			await shownBy(
				privately(async () => textView('The answer')),
				floor,
			),
		).toEqual([
			'The answer',
			expect.stringContaining('Staff of Maren’s \\*Support\\* revoked **Aurora**\u00a0••••3a8c'),
		]);
		expect(await shownBy(privately(textView('The answer')), floor)).toEqual(['The answer']);
	});

	it('isn’t shown to other members, or after a public message', async () => {
		const floor = waiting();
		expect(await shownBy(privately(textView('x')), floor, '200000000000000002')).toEqual(['x']);
		expect(await shownBy(publicly(textView('x')), floor)).toEqual(['x']);
	});
});
