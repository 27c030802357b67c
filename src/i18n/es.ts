import { account } from './es/account.js';
import { audit } from './es/audit.js';
import { command } from './es/command.js';
import { desk } from './es/desk.js';
import { error } from './es/error.js';
import { finding } from './es/finding.js';
import { item } from './es/item.js';
import { items } from './es/items.js';
import { panel } from './es/panel.js';
import { permission } from './es/permission.js';
import { policy } from './es/policy.js';
import { privacy } from './es/privacy.js';
import { purchases } from './es/purchases.js';
import { refusal } from './es/refusal.js';
import { rights } from './es/rights.js';
import { setup } from './es/setup.js';
import { stats } from './es/stats.js';
import { verify } from './es/verify.js';

export const es = {
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
