import type { APISelectMenuOption } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { Burst } from '../../moderation/bursts.js';
import { openListed, showBurst } from '../custom-ids/moderation-ids.js';
import { button, select } from '../kit/components.js';
import type { MessageView } from '../kit/message.js';
import { buttons, page, selectRow, small, text } from '../kit/page.js';
import { cut, oneLine, timestamp } from '../kit/text.js';
import { openedBy } from './audit-lines-view.js';
import { type AuditEvent, type AuditNames, auditLine } from './audit-view.js';

export interface BurstPage extends Pick<Burst, 'kind' | 'since'> {
	/** From 0. */
	readonly page: number;
	readonly hasNext: boolean;
	readonly events: readonly AuditEvent[];
}

/** The lines behind a grouped audit channel message, with a select that opens the page of one. */
export function burstView(t: Translator, shown: BurstPage, names: AuditNames): MessageView {
	const { kind, since, page: at, hasNext, events } = shown;
	const options = new Map(events.flatMap((event) => optionOf(event, names)).map((it) => [it.value, it]));
	const turn = (to: number, label: string) => button(label, showBurst.encode(kind, since, to));
	return page(
		'info',
		text(t(`audit.list.${kind}`), small(timestamp(since * 1_000, 'f'))),
		events.length === 0 && text(t('refusal.outdated')),
		text(...events.map((event) => auditLine(t, event, names))),
		options.size > 0 && selectRow(select(openListed.encode(), [...options.values()], t('button.open'))),
		buttons(at > 0 && turn(at - 1, t('page.previous')), hasNext && turn(at + 1, t('page.next'))),
	);
}

function optionOf(event: AuditEvent, { nameClaim, nameOf }: AuditNames): readonly APISelectMenuOption[] {
	const opened = openedBy(event, nameClaim);
	if (opened === undefined || !('userId' in event)) return [];
	const item = 'itemName' in event ? oneLine(event.itemName ?? '') : '';
	const name = oneLine(nameOf(event.userId) ?? '');
	const label = cut([opened.what, item].filter((part) => part !== '').join(' · ') || event.userId, 100);
	return [{ value: opened.customId, label, ...(name !== '' && { description: cut(name, 100) }) }];
}
