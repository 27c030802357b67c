import type { SetupChange } from '../../guilds/setup-change.js';
import {
	confirmChoice,
	openPage,
	openPolicy,
	openRules,
	openSetup,
	subjectArgument,
} from '../custom-ids/setup-ids.js';

/** The custom_id of the button that leads to where such a choice is made. */
export function pageOf(change: SetupChange): string {
	switch (change.what) {
		case 'buyer-role':
			return openPage.encode('buyer');
		case 'supported-role':
			return openPage.encode('active');
		case 'audit-channel':
			return openPage.encode('audit');
		case 'staff-roles':
			return openPage.encode('staff');
		case 'links':
		case 'item-links':
			return openPage.encode('links');
		case 'sharing':
			return openPage.encode('sharing');
		case 'unlinking':
		case 'seats':
			return openPolicy.encode();
		case 'rule':
			return openRules.encode(0);
		case 'powers':
			return openSetup.encode();
	}
}

/** The custom_id of the button that makes such a choice again, with what was shown about it. */
export function choiceId(change: SetupChange, digest: string): string {
	switch (change.what) {
		case 'buyer-role':
			return confirmChoice.encode('buyer', change.roleId, digest, '');
		case 'supported-role':
			return confirmChoice.encode('supported', change.roleId ?? '', digest, '');
		case 'audit-channel':
			return confirmChoice.encode('audit', change.channelId ?? '', digest, '');
		case 'powers':
			return confirmChoice.encode('powers', change.roleId, digest, '');
		case 'rule': {
			const { kind, key } = change.subject;
			return confirmChoice.encode(kind, change.roleId ?? '', digest, subjectArgument(key));
		}
		case 'unlinking':
		case 'seats':
		case 'staff-roles':
		case 'links':
		case 'item-links':
		case 'sharing':
			throw new RangeError(`There is nothing to confirm about ${change.what}`);
	}
}
