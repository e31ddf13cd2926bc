import { companyGroup } from './company-group.ts';
import { companyHistory } from './company-history.ts';
import { getCompany } from './get-company.ts';
import { listChanges } from './list-changes.ts';
import { listRegisters } from './list-registers.ts';
import { matchCompany } from './match-company.ts';
import { searchCompanies } from './search-companies.ts';

/** In the order in which an agent usually needs them. */
export const tools = [searchCompanies, matchCompany, getCompany, companyHistory, companyGroup, listChanges, listRegisters];
