import { account } from './zh-cn/account.js';
import { audit } from './zh-cn/audit.js';
import { command } from './zh-cn/command.js';
import { desk } from './zh-cn/desk.js';
import { error } from './zh-cn/error.js';
import { finding } from './zh-cn/finding.js';
import { item } from './zh-cn/item.js';
import { items } from './zh-cn/items.js';
import { panel } from './zh-cn/panel.js';
import { permission } from './zh-cn/permission.js';
import { policy } from './zh-cn/policy.js';
import { privacy } from './zh-cn/privacy.js';
import { purchases } from './zh-cn/purchases.js';
import { refusal } from './zh-cn/refusal.js';
import { rights } from './zh-cn/rights.js';
import { setup } from './zh-cn/setup.js';
import { stats } from './zh-cn/stats.js';
import { verify } from './zh-cn/verify.js';

export const zhCN = {
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
