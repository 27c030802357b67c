import { account } from './ru/account.js';
import { audit } from './ru/audit.js';
import { command } from './ru/command.js';
import { desk } from './ru/desk.js';
import { error } from './ru/error.js';
import { finding } from './ru/finding.js';
import { item } from './ru/item.js';
import { items } from './ru/items.js';
import { panel } from './ru/panel.js';
import { permission } from './ru/permission.js';
import { policy } from './ru/policy.js';
import { privacy } from './ru/privacy.js';
import { purchases } from './ru/purchases.js';
import { refusal } from './ru/refusal.js';
import { rights } from './ru/rights.js';
import { setup } from './ru/setup.js';
import { stats } from './ru/stats.js';
import { verify } from './ru/verify.js';

export const ru = {
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
