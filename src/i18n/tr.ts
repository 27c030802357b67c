import { account } from './tr/account.js';
import { audit } from './tr/audit.js';
import { command } from './tr/command.js';
import { desk } from './tr/desk.js';
import { error } from './tr/error.js';
import { finding } from './tr/finding.js';
import { item } from './tr/item.js';
import { items } from './tr/items.js';
import { panel } from './tr/panel.js';
import { permission } from './tr/permission.js';
import { policy } from './tr/policy.js';
import { privacy } from './tr/privacy.js';
import { purchases } from './tr/purchases.js';
import { refusal } from './tr/refusal.js';
import { rights } from './tr/rights.js';
import { setup } from './tr/setup.js';
import { stats } from './tr/stats.js';
import { verify } from './tr/verify.js';

export const tr = {
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
