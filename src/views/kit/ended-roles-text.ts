import type { Translator } from '../../i18n/translator.js';
import type { EndedRoles } from '../../moderation/moderated-roles.js';
import { roleList } from './names.js';

/** The roles that a member lost and those that another purchase keeps, each as a sentence. */
export function endedRolesTexts(t: Translator, roles: EndedRoles | undefined): readonly string[] {
	const { lost, kept } = roles ?? { lost: [], kept: [] };
	return [
		...(lost.length === 0 ? [] : [t('audit.rolesLost', { roles: roleList(t, lost) })]),
		...(kept.length === 0 ? [] : [t('audit.rolesKept', { roles: roleList(t, kept) })]),
	];
}
