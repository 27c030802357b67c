import { type APIMessageTopLevelComponent, ComponentType } from 'discord.js';
import { readPurchaseCode } from '../../src/base/purchase-code.js';
import type { Services } from '../../src/create-services.js';
import {
	type Asked,
	componentsOf,
	onDirectComponent,
	openForm,
	showPage,
	type Work,
} from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { AppealHindrance, AppealSent } from '../../src/services/moderation/appeals.js';
import { askForCode, whereIsMyCode, withoutCode, writeAppeal } from '../../src/ui/entries.js';
import { field, form, labelled, upload } from '../../src/ui/form.js';
import type { MessageView } from '../../src/ui/message.js';
import { button, buttons, linkButton, notice, primary, small } from '../../src/ui/page.js';
import { askButton, askLine, type Place, serverUrl } from '../../src/ui/place.js';
import { outdatedComponentView } from '../../src/ui/refusal.js';
import { verified } from './verify.js';

const maxNoteLength = 1_000;
const maxPictures = 3;

/** How to ask staff without a code. `answered`: the reference of the request about which staff asked for more. */
export function appealView(t: Translator, place: Place, answered?: string): MessageView {
	const { guildId, links } = place;
	const write = button(t('appeal.write'), writeAppeal.encode(guildId, answered));
	return notice(
		t('button.withoutCode'),
		[t('appeal.how'), t(links.pictures ? 'appeal.seenPictures' : 'appeal.seen')],
		primary(write),
		!answered && button(t('button.whereIsMyCode'), whereIsMyCode.encode()),
	);
}

export function appealForm(
	t: Translator,
	guildId: string,
	answered: string | undefined,
	hasPictures: boolean,
) {
	const note = { id: 'note', label: t('appeal.label'), hint: t('appeal.hint') };
	return form(
		writeAppeal.encode(guildId, answered),
		t('appeal.write'),
		field({ ...note, isRequired: true, isLong: true, longest: maxNoteLength }),
		hasPictures && labelled(t('appeal.pictures'), upload('pictures', maxPictures), t('appeal.picturesHint')),
	);
}

export function appealSentView(
	t: Translator,
	{ reference, dropped }: Omit<Extract<AppealSent, { kind: 'sent' }>, 'kind'>,
): MessageView {
	const lines = [
		dropped > 0 && t('appeal.dropped', { count: dropped }),
		t('appeal.answer'),
		small(reference),
	];
	return notice(t('appeal.sent'), lines, button(t('button.verify'), askForCode.encode()));
}

export function appealHinderedView(t: Translator, kind: Exclude<AppealHindrance, 'gone'>, place: Place) {
	const next = [button(t('button.verify'), askForCode.encode()), askButton(t, place)];
	if (kind === 'not-a-member') return notice(`⛔ ${t('moderation.hindrance.not-a-member')}`);
	if (kind === 'open') return notice(t('appeal.open'), [t('appeal.answer')], ...next);
	if (kind === 'no-channel') return notice(t('appeal.noChannel'), [askLine(t, place)], ...next);
	const why = kind === 'too-many' ? t('appeal.tooMany') : t('dispute.hindered.server-full.why');
	return notice(t(`dispute.hindered.${kind}`), [why, askLine(t, place)], ...next);
}

/** True if a text to staff contains UUIDs, in any spelling. Anything else may be the order number they ask for. */
export function holdsCertainCode(note: string): boolean {
	const reading = readPurchaseCode(note);
	if (reading.kind === 'mistake') return reading.mistake.kind === 'two-codes';
	return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(reading.code);
}

/** The page, or what keeps the member from sending a request. */
async function appealPage(asked: Asked, services: Services, answered?: string) {
	const { t, guildId, userId } = asked;
	const hindrance = await services.appeals.hindranceFor({ guildId, userId }, answered);
	if (hindrance !== undefined) return await hinderedPage(asked, services, hindrance);
	return appealView(t, { guildId, links: await services.links.of(guildId) }, answered);
}

async function hinderedPage({ t, guildId }: Asked, { links }: Services, kind: AppealHindrance) {
	if (kind === 'gone') return outdatedComponentView(t);
	return appealHinderedView(t, kind, { guildId, links: await links.of(guildId) });
}

const { shows } = componentsOf<Services>('everyone');

/** The way to staff for members who can't find their code; in direct messages once staff have asked for more. */
export const appealComponents = [
	shows('button', withoutCode, (asked, services) => appealPage(asked, services)),
	onDirectComponent('button', writeAppeal, (asked, services: Services) => {
		const [guildId, answered] = asked.args;
		if (guildId !== asked.guildId) return showPage(() => appealPage(asked, services, answered));
		const reading = services.links.of(guildId);
		return openForm(
			reading.then(({ pictures }) => appealForm(asked.t, guildId, answered, pictures === true)),
		);
	}),
	onDirectComponent('modal', writeAppeal, (asked, services: Services) => {
		const { guildId, userId, t, fields, isDirect } = asked;
		const [, answered] = asked.args;
		const note = fields.text('note');
		const send: Work = async () => {
			const request = { note, uploads: fields.uploads, answered };
			const sent = await services.appeals.send({ guildId, userId }, request);
			return sent.kind === 'sent' ? appealSentView(t, sent) : await hinderedPage(asked, services, sent.kind);
		};
		const check: Work = async (show) => {
			// Discord accepts direct messages from anybody. The limits of requests to staff don't apply to a code.
			const hindrance = isDirect && (await services.appeals.hindranceFor({ guildId, userId }, answered));
			if (hindrance === 'gone' || hindrance === 'not-a-member')
				return await hinderedPage(asked, services, hindrance);
			return await verified(asked, note, services)(show);
		};
		const work = holdsCertainCode(note) ? check : send;
		return showPage(isDirect ? directly(work, t, guildId) : work);
	}),
];

/** The same in a direct message, where the buttons of the pages don't work. */
function directly(work: Work, t: Translator, guildId: string): Work {
	const open = buttons(linkButton(t('button.openServer'), serverUrl(guildId)));
	const bare = (part: APIMessageTopLevelComponent): APIMessageTopLevelComponent =>
		part.type === ComponentType.Container
			? {
					...part,
					components: [...part.components.filter(({ type }) => type !== ComponentType.ActionRow), ...open],
				}
			: part;
	const inDirect = (view: MessageView): MessageView => ({
		...view,
		components: (view.components ?? []).map(bare),
	});
	return async (show) => {
		const last = await work((view) => show(inDirect(view)));
		return last === undefined || 'followUp' in last ? last : inDirect(last);
	};
}
