import type { SetupChange } from '../../guilds/setup-change.js';
import {
	confirmChoice,
	openPage,
	openPolicy,
	openRules,
	openSetup,
	subjectArgument,
} from '../custom-ids/setup-ids.js';

/** The custom_id of the button that leads to the page of such a choice. */
export function pageOf(change: SetupChange): string {
	switch (change.what) {
		case 'buyer-role':
			return openPage.encode('buyer');
		case 'supported-role':
		case 'ends-soon-role':
		case 'support-days':
			return openPage.encode('active');
		case 'audit-channel':
			return openPage.encode('audit');
		case 'staff-roles':
			return openPage.encode('staff');
		case 'links':
			return openPage.encode('links');
		case 'sharing':
			return openPage.encode('sharing');
		case 'updates-channel':
		case 'updates-categories':
		case 'updates-role':
			return openPage.encode('updates');
		case 'unlinking':
		case 'seats':
			return openPolicy.encode();
		case 'rule':
			return openRules.encode(0);
		case 'powers':
			return openSetup.encode();
	}
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
