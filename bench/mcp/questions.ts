import { registers } from '../../src/registers/index.ts';

/* What a person asks an agent about the sample companies, the answer, and the way to it that the tools describe. */

// biome-ignore lint/suspicious/noExplicitAny: the answers of tools are read as an agent reads them.
type Data = any;

/** Calls a tool: its data, its sentence, and whether it failed. */
export type Call = (name: string, args?: Record<string, unknown>) => Promise<{ data: Data; says: string; failed: boolean }>;

export interface Question {
  asks: string;
  answer: unknown;
  walk(call: Call): Promise<unknown>;
}

const total = async (call: Call, args: Record<string, unknown>) => (await call('search_companies', args)).data.total;
/** By name: the certain match, then its record. */
const recordNamed = async (call: Call, name: string, country: string) => {
  const { candidates } = (await call('match_company', { name, country })).data;
  const { company } = candidates.find(({ match }: Data) => match) ?? { company: {} };
  return (await call('get_company', { id: company.id })).data;
};
const recordNumbered = async (call: Call, country: string, number: string) =>
  (await call('get_company', { country, number })).data;
const groupNumbered = async (call: Call, country: string, number: string) => {
  const { id } = await recordNumbered(call, country, number);
  return call('company_group', { id });
};

const five = [
  'Dagrepork Dämofuux Oy',
  'Dajyöfa Proprelliin Oy',
  'Dekköhkon Minäkkyöx Oy',
  'Dodruzum Styörekräm Oyj',
  'Dökkanas Fepaafä Oy',
];

const counting: Question[] = [
  { asks: 'How many British companies are there?', answer: 500, walk: (call) => total(call, { country: 'GB' }) },
  {
    asks: 'How many Norwegian ones are active?',
    answer: 324,
    walk: (call) => total(call, { country: 'NO', status: 'active' }),
  },
  {
    asks: 'How many French ones write software (NACE 62)?',
    answer: 55,
    walk: (call) => total(call, { country: 'FR', nace: '62' }),
  },
  {
    asks: 'How many limited companies has Estonia?',
    answer: 199,
    walk: (call) => total(call, { country: 'EE', legalFormGroup: 'limited_company' }),
  },
  {
    asks: 'How many British ones were registered since 2015?',
    answer: 130,
    walk: (call) => total(call, { country: 'GB', registeredFrom: '2015-01-01' }),
  },
  { asks: 'How many have holding in a name?', answer: 47, walk: (call) => total(call, { query: 'holding' }) },
  { asks: 'How many have transport in a name?', answer: 42, walk: (call) => total(call, { query: 'transport' }) },
  {
    asks: 'How many Japanese ones are active?',
    answer: 100,
    walk: (call) => total(call, { country: 'JP', status: 'active' }),
  },
  {
    asks: 'How many British ones are dissolved?',
    answer: 0,
    walk: (call) => total(call, { country: 'GB', status: 'dissolved' }),
  },
  {
    asks: 'How many companies are there in the UK?',
    answer: 500,
    walk: async (call) => {
      const { data, says } = await call('search_companies', { country: 'UK' });
      const [, meant] = /Did you mean (..)\?/.exec(says) ?? [];
      return meant ? total(call, { country: meant }) : data.total;
    },
  },
];

const records: Question[] = [
  {
    asks: 'What is the British company with the number 2158170 called?',
    answer: 'KRAIDEAGRALT RECRUITMENT LIMITED',
    walk: async (call) => (await recordNumbered(call, 'GB', '2158170')).name,
  },
  {
    asks: 'Is WHAKIPE+HESTEPRER LTD still in business?',
    answer: 'winding_up',
    walk: async (call) => (await recordNamed(call, '=WHAKIPE+HESTEPRER LTD', 'GB')).status,
  },
  {
    asks: 'Which number has Kriadeagralt Recruitmnt Ltd?',
    answer: '02158170',
    walk: async (call) => (await recordNamed(call, 'Kriadeagralt Recruitmnt Ltd', 'GB')).number,
  },
  {
    asks: 'When was the Finnish Dodruzum Styorekram Oyj registered?',
    answer: '2009-10-14',
    walk: async (call) => (await recordNamed(call, 'Dodruzum Styorekram Oyj', 'FI')).registered,
  },
  {
    asks: 'Which legal form has the Irish 581734?',
    answer: 'DAC - Designated Activity Company',
    walk: async (call) => (await recordNumbered(call, 'IE', '581734')).legalForm,
  },
  {
    asks: 'What is the company with the number 539568 called? (Asked back for a country: Ireland.)',
    answer: 'BRETASTE TRIZOOPRERK LIMITED',
    walk: async (call) => {
      const { failed, says } = await call('get_company', { number: '539568' });
      return failed && /country/.test(says) && (await recordNumbered(call, 'IE', '539568')).name;
    },
  },
  {
    asks: 'Who has the LEI 0000EX00000000000391?',
    answer: 'PEBLATRIX HOLDINGS LIMITED',
    walk: async (call) => (await call('get_company', { lei: '0000EX00000000000391' })).data.name,
  },
  {
    asks: 'Does a British company 99999999 exist?',
    answer: 'not in the register',
    walk: async (call) => {
      const { failed, says } = await call('get_company', { country: 'GB', number: '99999999' });
      return failed && says.startsWith('entity_not_found') && 'not in the register';
    },
  },
  {
    asks: 'Which of these five Finnish companies is the oldest?',
    answer: 'Dökkanas Fepaafä Oy',
    walk: async (call) => {
      const found: Data[] = [];
      for (const name of five) found.push(await recordNamed(call, name, 'FI'));
      return found.sort((one, other) => one.registered.localeCompare(other.registered))[0].name;
    },
  },
  {
    asks: 'Where does the record of the Czech 83467971 come from?',
    answer: 'CZ',
    walk: async (call) => {
      const { register, country } = await recordNumbered(call, 'CZ', '83467971');
      return register?.licence && country;
    },
  },
  {
    asks: 'What does the British register itself publish as the number of PEBLATRIX HOLDINGS LIMITED?',
    answer: '09112099',
    walk: async (call) => {
      const { id } = await recordNamed(call, 'PEBLATRIX HOLDINGS LIMITED', 'GB');
      return (await call('get_company', { id, include: ['source'] })).data.source.CompanyNumber;
    },
  },
];

const groups: Question[] = [
  {
    asks: 'Who is the parent of KRAIDEAGRALT RECRUITMENT LIMITED?',
    answer: 'Aurora Invented Holding AG',
    walk: async (call) => {
      const { id } = await recordNamed(call, 'KRAIDEAGRALT RECRUITMENT LIMITED', 'GB');
      return (await call('company_group', { id })).data.directParent.name;
    },
  },
  {
    asks: 'Who stands above the Latvian 40066867908, and who above all?',
    answer: 'Grižisäl OÜ, Aurora Invented Holding AG',
    walk: async (call) => {
      const { directParent, ultimateParent } = (await groupNumbered(call, 'LV', '40066867908')).data;
      return `${directParent.name}, ${ultimateParent.name}`;
    },
  },
  {
    asks: 'How many subsidiaries has KRAIDEAGRALT RECRUITMENT LIMITED?',
    answer: 3,
    walk: async (call) => (await groupNumbered(call, 'GB', '02158170')).data.subsidiaries.total,
  },
  {
    asks: 'How much of PRAINIBLOOLT INVESTMENTS LTD does its parent own?',
    answer: 75,
    walk: async (call) => (await groupNumbered(call, 'GB', '14135134')).data.directParent.percentage,
  },
  {
    asks: 'Who owns PEBLATRIX HOLDINGS LIMITED?',
    answer: 'NATURAL_PERSONS',
    walk: async (call) => (await groupNumbered(call, 'GB', '09112099')).data.noDirectParent[0],
  },
  {
    asks: 'Who owns <NOOSEDUR> LTD?',
    answer: 'not known here',
    walk: async (call) => {
      const { data, says } = await groupNumbered(call, 'GB', '05747710');
      return data.lei === undefined && /nothing is known/.test(says) && 'not known here';
    },
  },
];

const coverage: Question[] = [
  {
    asks: 'How many countries are served?',
    answer: registers.length,
    walk: async (call) => (await call('list_registers')).data.registers.length,
  },
  {
    asks: "How many companies has Moldova's register?",
    answer: 500,
    walk: async (call) => (await call('list_registers', { country: 'MD' })).data.registers[0].companies,
  },
  {
    asks: 'Has anything changed since now?',
    answer: 0,
    walk: async (call) => (await call('list_changes', { cursor: 'now' })).data.changes.length,
  },
];

export const questions: Question[] = [...counting, ...records, ...groups, ...coverage];
