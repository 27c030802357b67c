import type { Translator } from '../../i18n/translator.js';
import type { EndedRoles } from '../../moderation/moderated-roles.js';

/** The roles that a member lost and those that another purchase keeps, each as a sentence. */
export function endedRolesTexts(t: Translator, roles: EndedRoles | undefined): readonly string[] {
	const listed = (ids: readonly string[]) => t.list(ids.map((id) => `<@&${id}>`));
	return [
		...(roles === undefined || roles.lost.length === 0
			? []
			: [t('audit.rolesLost', { roles: listed(roles.lost) })]),
		...(roles === undefined || roles.kept.length === 0
			? []
			: [t('audit.rolesKept', { roles: listed(roles.kept) })]),
	];
}
