import type { SetupChange } from '../../guilds/setup-change.js';
import {
	confirmChoice,
	openPage,
	openSetup,
	type SetupPage,
	subjectArgument,
} from '../custom-ids/setup-ids.js';

/** The page on which a choice is made. */
const pages = {
	'buyer-role': 'buyer',
	'supported-role': 'active',
	'ends-soon-role': 'active',
	'support-days': 'active',
	'audit-channel': 'audit',
	'staff-roles': 'staff',
	links: 'links',
	sharing: 'sharing',
	'updates-channel': 'updates',
	'updates-categories': 'updates',
	'updates-role': 'updates',
	unlinking: 'policy',
	seats: 'policy',
	rule: 'rules',
	powers: 'main',
} as const satisfies Record<SetupChange['what'], SetupPage | 'main'>;

/** The custom_id of the button that leads to the page of such a choice. */
export function pageOf({ what }: SetupChange): string {
	const page = pages[what];
	return page === 'main' ? openSetup.encode() : openPage.encode(page);
}

/** The page that shows a choice once it is saved: its own if there is more to choose on it, else the first one. */
export function pageAfter({ what }: SetupChange): SetupPage | 'main' {
	const page = pages[what];
	const hasMore = ['links', 'updates', 'policy', 'rules'].includes(page) || what === 'support-days';
	return hasMore ? page : 'main';
}

/** custom_id of the button that confirms a choice; `digest` identifies the warnings shown. */
export function choiceId(change: SetupChange, digest: string): string {
	switch (change.what) {
		case 'buyer-role':
			return confirmChoice.encode('buyer', change.roleId, digest, '');
		case 'supported-role':
			return confirmChoice.encode('supported', change.roleId ?? '', digest, '');
		case 'ends-soon-role':
			return confirmChoice.encode('soon', change.roleId ?? '', digest, '');
		case 'audit-channel':
			return confirmChoice.encode('audit', change.channelId ?? '', digest, '');
		case 'powers':
			return confirmChoice.encode('powers', change.roleId, digest, '');
		case 'rule': {
			const { kind, key } = change.subject;
			return confirmChoice.encode(kind, change.roleId ?? '', digest, subjectArgument(key));
		}
		case 'updates-channel':
		case 'updates-categories':
		case 'updates-role':
		case 'unlinking':
		case 'seats':
		case 'staff-roles':
		case 'links':
		case 'sharing':
		case 'support-days':
			throw new RangeError(`There is nothing to confirm about ${change.what}`);
	}
}
