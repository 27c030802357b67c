import { textOf } from '@claimcheck/local-discord/reading';
import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { GuardedClock } from '../../../src/base/clock.js';
import type { Access } from '../../../src/discord/interactions/access.js';
import { answer } from '../../../src/discord/interactions/dispatcher.js';
import {
	type Answer,
	onComponent,
	openForm,
	outdated,
	privately,
	publicly,
	showPage,
} from '../../../src/discord/interactions/handler.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { AddressedNotice } from '../../../src/messages/notices.js';
import type { StaffRoles } from '../../../src/services/setup/staff-roles.js';
import { defineCustomId } from '../../../src/ui/custom-id.js';
import { ephemeral, type MessageView } from '../../../src/ui/message.js';
import { outdatedComponentView, refusalView, tooSlowView } from '../../../src/ui/refusal.js';
import { fakeGuild } from '../../servers/checkup/fake-guild.js';
import { textView } from '../../ui/text-view.js';
import { floor } from '../../world/floor.js';
import { answerFloor, askComponent, noStaffRoles } from './asking.js';
import { fakeInteraction, type Given } from './fake-interaction.js';

const t = translatorFor('en-US');
const page = defineCustomId('page', z.tuple([]));
const view = textView('A page');
const another = textView('Another');
const staffByRole = floor<StaffRoles>({ makesStaff: async () => true });
const away = floor<StaffRoles>({ makesStaff: () => Promise.reject(new Error('store away')) });
const deferred = ['defer', { flags: MessageFlags.Ephemeral }];
const deferredPage = ['defer update', undefined];

const beside = publicly(async () => ({ view: undefined, followUp: ephemeral(view) }));

/** The requests after a click on a button of the member's own reply, if its handler returns this answer. */
function click(answered: Answer, access: Access = 'everyone', given: Given = {}, staff = noStaffRoles) {
	const component = onComponent('button', page, access, () => answered);
	return askComponent(
		[component],
		'button',
		undefined,
		{ customId: page.encode(), isOnOwnAnswer: true, ...given },
		staff,
	);
}

describe('an answer', () => {
	it.each<[string, Answer, unknown[]]>([
		['for the asker', privately(view), [['reply', ephemeral(view)]]],
		['in place', showPage(view), [['update', view]]],
		['that takes time', privately(async () => view), [deferred, ['edit', view]]],
		['in place that takes time', publicly(async () => view), [deferredPage, ['edit', view]]],
		['beside a page that stays', beside, [deferredPage, ['follow up', ephemeral(view)]]],
		['of another version', outdated, [['reply', ephemeral(outdatedComponentView(t))]]],
	])('%s', async (_, answered, log) => {
		expect(await click(answered)).toEqual(log);
	});

	it('shows each of its states', async () => {
		const answered = privately(async (show) => {
			await show(view);
			return another;
		});
		expect(await click(answered)).toEqual([deferred, ['edit', view], ['edit', another]]);
	});
});

const clockOf = (delay: GuardedClock['delay']): GuardedClock => ({
	now: () => 0,
	delay,
	isTrusted: () => true,
});

it.each<[what: string, access: Access, answered: Answer]>([
	['check staff', 'staff', showPage(view)],
	['prefill a form', 'everyone', openForm(new Promise<never>(() => {}))],
])('if the store is too slow to %s, the member is asked to try again', async (_, access, answered) => {
	const interaction = fakeInteraction({ customId: page.encode(), isOnOwnAnswer: true });
	const staffRoles = floor<StaffRoles>({ makesStaff: () => new Promise<boolean>(() => {}) });
	const slow = { ...answerFloor(undefined, staffRoles), clock: clockOf(async () => {}) };
	await answer({ access, answer: () => answered }, interaction, interaction.responses, slow);
	expect(interaction.log).toEqual([['reply', ephemeral(tooSlowView(t))]]);
});

it('a staff check in time leaves no timer behind', async () => {
	const interaction = fakeInteraction({ customId: page.encode(), isOnOwnAnswer: true });
	const waits: (AbortSignal | undefined)[] = [];
	const delay = async (_: number, signal?: AbortSignal) => {
		waits.push(signal);
		await new Promise(() => {});
	};
	const patient = { ...answerFloor(undefined, staffByRole), clock: clockOf(delay) };
	await answer(
		{ access: 'staff', answer: () => showPage(view) },
		interaction,
		interaction.responses,
		patient,
	);
	expect(waits.map((signal) => signal?.aborted)).toEqual([true]);
});

describe('the staff check', () => {
	it.each([
		['staff get the same answer as everyone', staffByRole, ['update', view]],
		[
			'others are refused in a message of its own',
			noStaffRoles,
			['reply', ephemeral(refusalView(t, 'staff'))],
		],
	])('%s', async (_, staff, shown) => {
		expect(await click(showPage(view), 'staff', {}, staff)).toEqual([shown]);
	});

	it('isn’t made for members who are staff by a permission', async () => {
		const given = { permissions: PermissionFlagsBits.ManageRoles };
		expect(await click(showPage(view), 'staff', given, away)).toEqual([['update', view]]);
	});

	it('leaves its failure to the dispatcher', async () => {
		await expect(click(showPage(view), 'staff', {}, away)).rejects.toThrow('store away');
	});
});

const userId = '200000000000000001';
const addressed: AddressedNotice = {
	userId,
	guildId: '100000000000000001',
	notice: { kind: 'lost', how: 'revoked', purchase: { name: 'Aurora', ending: '3a8c' } },
};

function waiting(count = 1) {
	const left = Array.from({ length: count }, () => addressed);
	const notices = {
		hasFor: (id: string) => id === userId && left.length > 0,
		async *takeFor() {
			for (; left.length > 0; left.shift()) yield addressed;
		},
	};
	const discord = { factsOf: () => ({ ...fakeGuild(), name: 'Maren’s *Support*' }) };
	return { ...answerFloor(undefined), discord, notices, links: { known: () => ({}) } } as never;
}

/** The texts that a member sees of an answer, in order, or its error. */
async function shownBy(
	answered: Answer,
	floor: ReturnType<typeof waiting>,
	{ memberId = userId, isLost = false } = {},
) {
	const asked = fakeInteraction({ userId: memberId, customId: 'cc1:page' });
	Object.assign(asked.responses, { isLost });
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
		const slow = privately(async () => textView('The answer'));
		expect(await shownBy(failing, floor)).toEqual(['failed']);
		// Discord no longer accepted the acknowledgement.
		expect(await shownBy(slow, floor, { isLost: true })).toEqual(['The answer']);
		expect(await shownBy(slow, floor)).toEqual([
			'The answer',
			expect.stringContaining('Staff of Maren’s \\*Support\\* revoked **Aurora**\u00a0••••3a8c'),
		]);
		expect(await shownBy(privately(textView('The answer')), floor)).toEqual(['The answer']);
	});

	it('stays if it could not be delivered', async () => {
		const floor = waiting(2);
		const asked = fakeInteraction({ userId, customId: 'cc1:page' });
		Object.assign(asked.responses, { followUp: async () => false });
		const handler = { access: 'everyone', answer: () => privately(textView('The answer')) } as const;
		await answer(handler, asked, asked.responses, floor);
		expect(await shownBy(privately(textView('x')), floor)).toHaveLength(3);
	});

	it('isn’t shown to other members, or after a public message', async () => {
		const floor = waiting();
		expect(await shownBy(privately(textView('x')), floor, { memberId: '200000000000000002' })).toEqual(['x']);
		expect(await shownBy(publicly(textView('x')), floor)).toEqual(['x']);
	});
});
