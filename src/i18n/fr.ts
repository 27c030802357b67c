import { account } from './fr/account.js';
import { audit } from './fr/audit.js';
import { command } from './fr/command.js';
import { desk } from './fr/desk.js';
import { error } from './fr/error.js';
import { finding } from './fr/finding.js';
import { item } from './fr/item.js';
import { items } from './fr/items.js';
import { panel } from './fr/panel.js';
import { permission } from './fr/permission.js';
import { policy } from './fr/policy.js';
import { privacy } from './fr/privacy.js';
import { purchases } from './fr/purchases.js';
import { refusal } from './fr/refusal.js';
import { rights } from './fr/rights.js';
import { setup } from './fr/setup.js';
import { stats } from './fr/stats.js';
import { verify } from './fr/verify.js';

export const fr = {
	...account,
	...audit,
	...command,
	...error,
	...finding,
	...item,
	...items,
	...panel,
	...permission,
	...privacy,
	...purchases,
	...refusal,
	...rights,
	...setup,
	...stats,
	...verify,
	...desk,
	...policy,
};
