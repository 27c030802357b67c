import { z } from 'zod';
import type { Services } from '../../src/create-services.js';
import {
	type Asked,
	componentsOf,
	onDirectComponent,
	openForm,
	publicly,
} from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { DisputeFacts } from '../../src/services/moderation/dispute-cards.js';
import type { DisputeOpened, LetGo } from '../../src/services/moderation/disputes.js';
import { defineCustomId, reference } from '../../src/ui/custom-id.js';
import { askForDecision } from '../../src/ui/entries.js';
import { field, form } from '../../src/ui/form.js';
import type { MessageView } from '../../src/ui/message.js';
import { keepMine, letGo } from '../../src/ui/messages/notices.js';
import { bold, button, notice, page, small, text } from '../../src/ui/page.js';
import { askButton, askLine, type Place } from '../../src/ui/place.js';
import { outdatedComponentView } from '../../src/ui/refusal.js';
import { purchaseText } from '../../src/ui/staff-texts.js';
import { foreignLine, nothing, timestamp } from '../../src/ui/text.js';

const withdrawDispute = defineCustomId('dispute-withdraw', z.tuple([reference]));

const maxNoteLength = 300;

export function disputeModal(t: Translator, reference: string) {
	const input = { id: 'note', label: t('dispute.formLabel'), hint: t('dispute.formHint') };
	return form(
		askForDecision.encode(reference),
		t('dispute.formTitle'),
		field({ ...input, isLong: true, longest: maxNoteLength }),
	);
}

/** Staff decide: shown to the member until then. */
export function disputeOpenView(
	t: Translator,
	{ reference, at, hasChannel }: Omit<Extract<DisputeOpened, { kind: 'open' }>, 'kind'>,
	place: Place,
): MessageView {
	return notice(
		t('dispute.decide'),
		[
			t('dispute.asked'),
			!hasChannel && t('dispute.giveReference', { reference: bold(reference) }),
			askLine(t, place),
			small(`${reference} · ${timestamp(at, 'R')}`),
		],
		button(t('dispute.withdraw'), withdrawDispute.encode(reference)),
		askButton(t, place),
	);
}

export function disputeHinderedView(t: Translator, kind: 'too-many' | 'server-full', place: Place) {
	const lines = [t(`dispute.hindered.${kind}.why`), askLine(t, place)];
	return notice(t(`dispute.hindered.${kind}`), lines, askButton(t, place));
}

/** The answer to the holder: staff will decide. `server`: untrusted text. */
export function disputeNotedView(
	t: Translator,
	facts: Pick<DisputeFacts, 'item' | 'ending'> | undefined,
	server: string,
): MessageView {
	const it = purchaseText({ itemName: facts?.item?.name ?? '', codeEnd: facts?.ending });
	return page('done', text(t('dispute.noted', { it, server: foreignLine(server, 100) || nothing })));
}

const { on, shows } = componentsOf<Services>('everyone');

/** The actions of the claimant, and those of the holder in direct messages. */
export const disputeComponents = [
	on('button', askForDecision, ({ args: [reference], t }) => openForm(disputeModal(t, reference))),
	shows('modal', askForDecision, async (asked, { disputes, links }) => {
		const { guildId, t } = asked;
		const [reference] = asked.args;
		const note = asked.fields.text('note');
		const opened = await disputes.open(reference, asked, note);
		if (opened.kind === 'gone') return outdatedComponentView(t);
		const place = { guildId, links: await links.of(guildId) };
		if (opened.kind === 'open') return disputeOpenView(t, opened, place);
		return disputeHinderedView(t, opened.kind, place);
	}),
	shows('button', withdrawDispute, async (asked, { disputes }) =>
		(await disputes.withdraw(asked.args[0], asked))
			? notice(asked.t('dispute.withdrawn'))
			: outdatedComponentView(asked.t),
	),
	onDirectComponent('button', keepMine, (asked, services: Services) =>
		publicly(async () => {
			const [, reference] = asked.args;
			const isNoted = await services.disputes.keep(reference, asked.userId);
			return await holderPage(asked, services, reference, isNoted ? 'noted' : 'gone');
		}),
	),
	onDirectComponent('button', letGo, (asked, services: Services) =>
		publicly(async () => {
			const [, reference] = asked.args;
			const outcome = await services.disputes.letGo(reference, asked.userId);
			return await holderPage(asked, services, reference, outcome);
		}),
	),
];

async function holderPage(
	{ guildId, t }: Asked,
	{ disputes, discord }: Services,
	reference: string,
	outcome: LetGo,
): Promise<MessageView> {
	if (outcome === 'gone') return outdatedComponentView(t);
	if (outcome === 'moved') return notice(t('move.done'));
	return disputeNotedView(t, await disputes.factsOf(reference), discord.factsOf(guildId)?.name ?? '');
}
