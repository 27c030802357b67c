import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Access } from '../../../src/discord/interactions/access.js';
import { Answering } from '../../../src/discord/interactions/answering.js';
import {
	type Answer,
	onComponent,
	openForm,
	outdated,
	privately,
	publicly,
	showPage,
} from '../../../src/discord/interactions/handler.js';
import { inCode, translatorFor } from '../../../src/i18n/translator.js';
import { defineCustomId } from '../../../src/ui/custom-id.js';
import { ephemeral, textView } from '../../../src/ui/message.js';
import { outdatedComponentView, pressAgainView, refusalView } from '../../../src/ui/refusal.js';
import { askComponent, noStaffRoles, noWaitingNotices } from './asking.js';
import { FakeInteraction, type Given } from './fake-interaction.js';

const t = translatorFor('en-US');
const page = defineCustomId('page', z.tuple([]));
const view = textView('A page');
const another = textView('Another');
const staffByRole = { ...noStaffRoles, staffRoles: { makesStaff: async () => true } };
const deferred = ['defer', { flags: MessageFlags.Ephemeral }];
const deferredPage = ['defer update', undefined];

const beside = publicly(async () => ({ view: undefined, followUp: ephemeral(view) }));

/** The requests that follow from a click on an answer to the member, whose handler returns this answer. */
function click(answer: Answer, access: Access = 'everyone', given: Given = {}, facts = noStaffRoles) {
	const component = onComponent('button', page, access, () => answer);
	return askComponent(
		[component],
		'button',
		undefined,
		{ customId: page.encode(), isOnOwnAnswer: true, ...given },
		facts,
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
	])('%s', async (_, answer, log) => {
		expect(await click(answer)).toEqual(log);
	});

	it('shows each of its states', async () => {
		const answer = privately(async (show) => {
			await show(view);
			return another;
		});
		expect(await click(answer)).toEqual([deferred, ['edit', view], ['edit', another]]);
	});
});

/** The same, if the staff lookup in the store is slow: it returns only after the acknowledgement. */
async function clickOnSlowStore(answer: Answer, isStaff = true) {
	const interaction = new FakeInteraction({ customId: page.encode(), isOnOwnAnswer: true });
	const acknowledged = new Promise<void>((resolve) => {
		const { deferUpdate } = interaction;
		interaction.deferUpdate = async () => {
			await deferUpdate();
			resolve();
		};
	});
	const access = { ...noStaffRoles, staffRoles: { makesStaff: () => acknowledged.then(() => isStaff) } };
	const clock = { delay: async () => {} };
	const answering = new Answering({
		services: undefined,
		access,
		mentionIn: () => inCode,
		waiting: noWaitingNotices,
		clock,
	});
	await answering.answer({ access: 'staff', answer: () => answer }, interaction, interaction);
	return interaction.log;
}

describe('where a slow store says who is staff, and the click is acknowledged meanwhile', () => {
	it.each<[string, Answer, unknown[]]>([
		['for the asker stands beside the page', privately(view), [['follow up', ephemeral(view)]]],
		['that takes time too', privately(async () => view), [['follow up', ephemeral(view)]]],
		['in place is the page', showPage(view), [['edit', view]]],
		['in place that takes time', publicly(async () => view), [['edit', view]]],
	])('an answer %s', async (_, answer, log) => {
		expect(await clickOnSlowStore(answer)).toEqual([deferredPage, ...log]);
	});

	it('a refusal stands beside the page', async () => {
		expect(await clickOnSlowStore(showPage(view), false)).toEqual([
			deferredPage,
			['follow up', ephemeral(refusalView(t, 'staff'))],
		]);
	});

	it('no form can be opened any more, and the member is asked to press again', async () => {
		const modal = openForm({ custom_id: 'x', title: 'x', components: [] });
		expect(await clickOnSlowStore(modal)).toEqual([
			deferredPage,
			['follow up', ephemeral(pressAgainView(translatorFor('en-US')))],
		]);
	});
});

describe('where the store says in time who is staff', () => {
	it.each([
		['staff are answered as everybody is', staffByRole, ['update', view]],
		['others are refused beside the page', noStaffRoles, ['reply', ephemeral(refusalView(t, 'staff'))]],
	])('%s', async (_, facts, answer) => {
		expect(await click(showPage(view), 'staff', {}, facts)).toEqual([answer]);
	});

	it('it is not even asked about who is staff by a right', async () => {
		const given = { permissions: PermissionFlagsBits.ManageRoles };
		const away = {
			...noStaffRoles,
			staffRoles: { makesStaff: () => Promise.reject(new Error('store away')) },
		};
		expect(await click(showPage(view), 'staff', given, away)).toEqual([['update', view]]);
	});

	it('its failure is left to the dispatcher', async () => {
		const away = {
			...noStaffRoles,
			staffRoles: { makesStaff: () => Promise.reject(new Error('store away')) },
		};
		await expect(click(showPage(view), 'staff', {}, away)).rejects.toThrow('store away');
	});
});
