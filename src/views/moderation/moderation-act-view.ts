import type { Translator } from '../../i18n/translator.js';
import type { Carried } from '../../moderation/moderation-outcomes.js';
import {
	holderArgument,
	openLookUp,
	openPurchase,
	shortHash,
	undoChange,
} from '../custom-ids/moderation-ids.js';
import type { MessageView } from '../kit/message.js';
import { permissionName } from '../kit/names.js';
import { bold, button, buttons, notice, page, small, text } from '../kit/page.js';
import { type NameOf, timestamp } from '../kit/text.js';
import { memberText, moderationEventText } from './moderation-text.js';

export interface CarriedContext {
	readonly nameOf?: NameOf;
	/** The custom_id that opens the modal again, if a refusal can be corrected there. */
	readonly change?: string;
}

/** The outcome of an act, with the button that undoes it. */
export function carriedView(
	t: Translator,
	carried: Carried,
	{ nameOf, change }: CarriedContext = {},
): MessageView {
	if (carried.kind !== 'done') return refusedView(t, carried, change);
	const { event, undo } = carried;
	const holder = event.deed === 'unlinked' ? undefined : (event.toUserId ?? event.memberId);
	const open = button(
		t('desk.button.openPurchase'),
		openPurchase.encode(
			shortHash(event.hash),
			holderArgument(/^\d+$/.test(holder ?? '') ? holder : undefined),
		),
	);
	if (event.deed === 'undid') {
		return page('done', text(bold(t('desk.undone', { by: memberText(t, event.by, nameOf) }))), buttons(open));
	}
	return page(
		'done',
		text(
			`✅ ${moderationEventText(t, event, nameOf)}`,
			undo && small(t('desk.undoEnds', { when: timestamp(undo.until, 'R') })),
		),
		buttons(undo && button(t('button.undo'), undoChange.encode(shortHash(event.hash), undo.revision)), open),
	);
}

function refusedView(
	t: Translator,
	refused: Exclude<Carried, { kind: 'done' }>,
	change: string | undefined,
): MessageView {
	const values = {
		permission: permissionName(t, 'ManageRoles'),
		role: 'roleId' in refused ? `<@&${refused.roleId}>` : '',
		when: 'retryAt' in refused ? timestamp(refused.retryAt, 'R') : '',
	};
	const isFixable = fixable.has(refused.kind);
	return notice(
		`⛔ ${t(`moderation.hindrance.${refused.kind}`, values)}`,
		[],
		buttons(
			isFixable && change !== undefined && button(t('button.change'), change),
			button(t('button.lookUp'), openLookUp.encode()),
		),
	);
}

/** Refusals that another choice in the modal can correct. */
const fixable: ReadonlySet<Carried['kind']> = new Set<Carried['kind']>([
	'already-held',
	'is-bot',
	'not-a-member',
	'own-case',
	'discord-silent',
	'unknown-item',
	'role-above',
]);
