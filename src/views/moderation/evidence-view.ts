import { type APIModalInteractionResponseCallbackData, ComponentType } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { EvidenceOutcome } from '../../moderation/evidence.js';
import type { PurchaseLabels } from '../../moderation/form-labels.js';
import { holderArgument, openPurchase, shortHash } from '../custom-ids/moderation-ids.js';
import { button } from '../kit/components.js';
import type { NameOf } from '../kit/member-name.js';
import type { MessageView } from '../kit/message.js';
import { buttons, page, small, text } from '../kit/page.js';
import { formTitle } from './act-texts.js';
import { evidenceFile } from './evidence-file.js';
import { reasonField } from './moderation-forms-view.js';
import { moderationEventText } from './moderation-text.js';

const fileName = 'purchase.txt';
/** Without it, some programs take the file for one of an older encoding. */
const byteOrderMark = '\ufeff';

/** The modal that asks why the file is needed. `labels`: undefined if this process hasn't shown the page. */
export function evidenceModal(
	t: Translator,
	customId: string,
	labels: PurchaseLabels | undefined,
): APIModalInteractionResponseCallbackData {
	return {
		custom_id: customId,
		title: formTitle(t, 'download', labels),
		components: [{ type: ComponentType.TextDisplay, content: t('desk.effect.download') }, reasonField(t)],
	};
}

/** The file, in the server's language, and who asked for it. */
export function evidenceView(
	t: Translator,
	guildT: Translator,
	{ evidence, event }: Extract<EvidenceOutcome, { kind: 'done' }>,
	nameOf: NameOf,
): MessageView {
	const attachment = Buffer.from(byteOrderMark + evidenceFile(guildT, evidence, nameOf));
	const { file, holderId } = evidence.purchase;
	const view = page(
		'done',
		text(`✅ ${moderationEventText(t, event, nameOf)}`, small(t('desk.readBeforeSending'))),
		{ type: ComponentType.File, file: { url: `attachment://${fileName}` } },
		buttons(button(t('button.back'), openPurchase.encode(shortHash(file.hash), holderArgument(holderId)))),
	);
	return { ...view, files: [{ name: fileName, attachment }] };
}
