import { z } from 'zod';
import type { Translator } from '../../i18n/translator.js';
import type { AppealFacts } from '../../services/moderation/appeal-cards.js';
import { defineCustomId, reference, snowflake } from '../custom-id.js';
import { openMember } from '../entries.js';
import type { MessageView } from '../message.js';
import { type Accent, bold, button, buttons, gallery, page, small, text } from '../page.js';
import { memberText, saidText } from '../staff-texts.js';
import { dotted, foreignLine, timestamp } from '../text.js';
import { type CardPeople, memberLine } from './dispute-card.js';

export const appealAct = z.enum(['give', 'ask', 'refuse']);

/** The form for a decision, from the card of a request. Arguments: the act, the reference, the member. */
export const decideAppeal = defineCustomId('case-appeal', z.tuple([appealAct, reference, snowflake]));

/** A request without a code as staff see it. `files`: the names of the pictures that the message has. */
export function appealCardView(
	t: Translator,
	about: AppealFacts,
	people: CardPeople,
	files: readonly string[],
): MessageView {
	const { state, userId, note, reference, pictures, earlier } = about;
	const isOpen = state === 'open';
	const missing = pictures - files.length;
	const said = foreignLine(note, maxShownNote);
	return page(
		accents[state],
		text(bold(t('appeal.card.title'))),
		text(
			t('dispute.card.askedBy', { member: memberText(t, userId, people.nameOf) }),
			userId !== 'deleted' && memberLine(t, userId, people, earlier),
			said !== '' && t('list.quoted', { text: said }),
			isOpen && missing > 0 && t('appeal.card.missing', { count: missing }),
		),
		isOpen &&
			gallery(
				...files.map((file, at) => ({ file, alt: t('appeal.card.picture', { n: at + 1 }), isSpoiler: true })),
			),
		text(endLine(t, about, people), small(reference)),
		isOpen &&
			buttons(
				button(t('desk.button.give'), decideAppeal.encode('give', reference, userId)),
				button(t('appeal.card.ask'), decideAppeal.encode('ask', reference, userId)),
				button(t('appeal.card.refuse'), decideAppeal.encode('refuse', reference, userId)),
				button(t('appeal.card.member'), openMember.encode(userId, 0)),
			),
	);
}

/** How it ended, by whom and why. */
function endLine(t: Translator, { state, decided, userId }: AppealFacts, { nameOf }: CardPeople): string {
	if (state === 'withdrawn') return t('dispute.card.end.withdrawn', { member: memberText(t, userId) });
	if (decided === undefined) return '';
	const { by, at, why } = decided;
	const values = { by: memberText(t, by, nameOf), when: timestamp(at, 'R') };
	if (state === 'open') return t('dispute.card.end.open', values);
	const end = state === 'answered' ? 'asked' : state;
	return dotted(
		t(`appeal.card.end.${end}`, values),
		saidText(t, why),
		by === userId && t('moderation.ownCase'),
	);
}

const maxShownNote = 1_500;

const accents = {
	open: 'attention',
	given: 'done',
	asked: 'over',
	answered: 'over',
	refused: 'over',
	withdrawn: 'over',
} as const satisfies Record<AppealFacts['state'], Accent>;
