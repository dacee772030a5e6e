// Our own lint rules, as a plugin for oxlint (.oxlintrc.json).
import { appAddressesRule } from './app-addresses.js';
import { importTableRule } from './import-table.js';
import { linearRegexRule } from './linear-regex.js';
import { plainArgumentsRule } from './plain-arguments.js';

export default {
  meta: { name: 'lockstep' },
  rules: {
    'app-addresses': appAddressesRule,
    'import-table': importTableRule,
    'linear-regex': linearRegexRule,
    'plain-arguments': plainArgumentsRule,
  },
};
