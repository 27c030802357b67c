import { account } from './en/account.js';
import { audit } from './en/audit.js';
import { command } from './en/command.js';
import { desk } from './en/desk.js';
import { error } from './en/error.js';
import { finding } from './en/finding.js';
import { item } from './en/item.js';
import { items } from './en/items.js';
import { panel } from './en/panel.js';
import { permission } from './en/permission.js';
import { policy } from './en/policy.js';
import { privacy } from './en/privacy.js';
import { purchases } from './en/purchases.js';
import { refusal } from './en/refusal.js';
import { rights } from './en/rights.js';
import { setup } from './en/setup.js';
import { stats } from './en/stats.js';
import { verify } from './en/verify.js';

export const en = {
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
} as const;
