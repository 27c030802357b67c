import type { Translator } from '../../i18n/translator.js';
import type { ModerationAction } from '../../moderation/moderation-outcomes.js';
import { firstNames, withEnding } from '../kit/names.js';
import { cut, nothing, oneLine, sentences } from '../kit/text.js';

export type Act = Exclude<ModerationAction, 'give'>;

/** The subject of an act, for its texts. */
export interface ActSubject {
	/** The purchase in a sentence. */
	readonly it: string;
	/** Its holder; undefined if there is none, or the name is unknown. */
	readonly member: string | undefined;
	readonly holderCount: number;
	/** The holder's roles that follow from no other purchase of theirs. */
	readonly roleIds: readonly string[];
	/** Staff gave it without a code. */
	readonly isGiven: boolean;
}

/** The effects of an act on holders, roles and the code. */
export function consequenceOf(t: Translator, act: Act, subject: ActSubject | undefined): string {
	return sentences(t, [subject ? forHolder(t, act, subject) : '', forCode(t, act, subject)]);
}

/** More would fill a phone's screen. */
const maxRoles = 8;

/** The effect on roles; '' if there is no holder. */
function forHolder(t: Translator, act: Act, { it, member, holderCount, roleIds }: ActSubject): string {
	const isForAll = act === 'revoke' && holderCount > 1;
	if (isForAll) return t('desk.loseAll', { count: holderCount });
	if (member === undefined || (holderCount > 1 && !holdersOwn.has(act))) return '';
	const mentions = roleIds.map((roleId) => `<@&${roleId}>`);
	const roles = mentions.length === 0 ? undefined : firstNames(t, mentions, maxRoles);
	switch (act) {
		case 'move':
			return roles === undefined ? '' : t('desk.loses', { member, roles });
		case 'unlink':
		case 'revoke':
			return t('desk.loses', { member, roles: roles ?? it });
		case 'lock':
		case 'unlock':
			return t('desk.keeps', { member, it });
		case 'lift':
			return roles === undefined ? '' : t('desk.getsBack', { member, roles });
		case 'free':
			return '';
	}
}

/** Acts that affect only one holder of several. */
const holdersOwn: ReadonlySet<Act> = new Set<Act>(['move', 'unlink']);

function forCode(t: Translator, act: Act, subject: ActSubject | undefined): string {
	if (act === 'unlink' && subject?.isGiven) return '';
	if (act !== 'move') return t(`desk.effect.${act}`);
	if (subject?.member === undefined) return '';
	const { it, member } = subject;
	return t('desk.effect.move', { it, member });
}

/** Discord's limit for the title of a modal. */
const maxTitle = 45;

/** The title of an act's modal: the act, the item, cut to fit, and the end of the code. */
export function formTitle(
	t: Translator,
	act: ModerationAction,
	about: { readonly itemName: string; readonly codeEnd: string | undefined } | undefined,
): string {
	if (about === undefined) return act === 'give' ? t('desk.button.give') : t(`desk.act.${act}`);
	const titled = (item: string): string => t(`desk.form.${act}`, { it: withEnding(item, about.codeEnd) });
	const room = Math.max(1, maxTitle - titled('').length);
	return titled(cut(oneLine(about.itemName) || nothing, room));
}
