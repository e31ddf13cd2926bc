// Written by npm run generate from the filters of the search. Do not edit.
import type { Option } from './command.ts';

/** The filters of a search, named as the interface has them. */
export const searchFilters: Readonly<Record<string, Option>> = {
  "country": {
    "value": "CODE",
    "says": "Of this country, or of several: GB,FR."
  },
  "legal-form": {
    "value": "FORM",
    "says": "With exactly this national legal form."
  },
  "legal-form-code": {
    "value": "CODE",
    "says": "With this legal form of ISO 20275, such as H0PO."
  },
  "legal-form-group": {
    "value": "GROUP",
    "values": [
      "limited_company",
      "public_limited_company",
      "partnership",
      "limited_partnership",
      "cooperative",
      "foundation",
      "association",
      "branch",
      "public_body",
      "sole_trader",
      "other",
      "unlimited_company",
      "economic_interest_grouping",
      "religious_body",
      "investment_fund"
    ],
    "says": "With a legal form of this group."
  },
  "activity": {
    "value": "CODE",
    "says": "With exactly this national activity, or its code."
  },
  "activity-type": {
    "value": "TYPE",
    "values": [
      "unlicensed",
      "licensed"
    ],
    "says": "Which activities --activity means."
  },
  "activity-scheme": {
    "value": "SCHEME",
    "says": "Only activities of this classification count, such as MD-CAEM-2."
  },
  "nace": {
    "value": "CODE",
    "says": "With an activity of NACE Rev. 2.1: J, 62, 62.1 or 62.10."
  },
  "postal-code": {
    "value": "CODE",
    "says": "With a postal code that begins so."
  },
  "locality": {
    "value": "TOWN",
    "says": "In this town."
  },
  "status": {
    "value": "STATUS",
    "values": [
      "active",
      "winding_up",
      "insolvent",
      "dissolved",
      "unknown"
    ],
    "says": "With this status."
  },
  "registered-from": {
    "value": "DAY",
    "says": "Registered on this day or later, as in 2026-11-15."
  },
  "registered-to": {
    "value": "DAY",
    "says": "Registered on this day or before."
  },
  "updated-since": {
    "value": "MOMENT",
    "says": "Changed at this moment or later, as in 2026-11-15T09:30:00Z."
  },
  "number": {
    "value": "NUMBER",
    "says": "With this whole number, in any spelling."
  },
  "lei": {
    "value": "LEI",
    "says": "With this legal entity identifier."
  },
  "identifier": {
    "value": "SCHEME:VALUE",
    "says": "With this identifier: LEI:529900… or EUID:BEKBOBCE.0403101811."
  },
  "mode": {
    "value": "MODE",
    "values": [
      "fragment",
      "words"
    ],
    "says": "How the words are read: in any order, or as a part of the name or number. By default words."
  },
  "names": {
    "value": "NAMES",
    "values": [
      "current",
      "all"
    ],
    "says": "Whether earlier and other names count too."
  },
  "fuzzy": {
    "says": "Words may have typing mistakes, also where others match exactly."
  },
  "sort": {
    "value": "ORDER",
    "values": [
      "name",
      "registeredAt",
      "-registeredAt",
      "-updatedAt",
      "relevance"
    ],
    "says": "The order. By default relevance, and with --all name."
  }
};
