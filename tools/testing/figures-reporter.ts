import { writeFileSync } from 'node:fs';
import process from 'node:process';
import type { TestCase } from '@playwright/test/reporter';
import type { TestModule } from 'vitest/node';
import { type Figures, failure, type ReportedError } from './outcome.ts';

/** Environment variable with the path of the file for a run's figures. */
export const figuresVariable = 'JOURNAL_TEST_FIGURES';

type PlaywrightTest = Pick<TestCase, 'titlePath' | 'ok' | 'outcome' | 'results'>;

/** A reporter for both Playwright and Vitest, each of which calls its own methods. */
export default class FiguresReporter {
  #tests: readonly PlaywrightTest[] = [];

  onBegin(_config: unknown, suite: { allTests(): readonly PlaywrightTest[] }): void {
    this.#tests = suite.allTests();
  }

  onEnd(): void {
    write(figuresOfPlaywright(this.#tests));
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    write(figuresOfVitest(modules));
  }
}

function write(figures: Figures): void {
  writeFileSync(process.env[figuresVariable] ?? '', JSON.stringify(figures));
}

export function figuresOfPlaywright(tests: readonly PlaywrightTest[]): Figures {
  return figuresOf(
    tests.map((test) => {
      // The titles of the root and of the project come first.
      const titles = test.titlePath().slice(2);
      const error = test.results.find((result) => result.error)?.error;
      const state = test.outcome() === 'skipped' ? 'skipped' : test.ok() ? 'passed' : 'failed';
      // Its stack may begin with less than the whole message.
      return { state, titles, error: error && { message: error.message, cause: error.cause } };
    }),
  );
}

/** A file that can't be read as a spec, or that breaks outside its tests, fails without a failed test. */
export function figuresOfVitest(modules: readonly TestModule[]): Figures {
  return figuresOf(
    modules.flatMap((module) => {
      const { relativeModuleId: file, children } = module;
      const tests = [...children.allTests()].map((test) => {
        const { state, errors } = test.result();
        return { state, titles: [file, test.fullName], error: errors?.[0] };
      });
      if (module.ok() || tests.some(({ state }) => state === 'failed')) return tests;
      const [error] = [module, ...children.allSuites()].flatMap((each) => each.errors());
      return [...tests, { state: 'failed', titles: [file], error }];
    }),
  );
}

function figuresOf(
  tests: readonly { state: string; titles: readonly string[]; error?: ReportedError | undefined }[],
): Figures {
  const failed = tests.filter(({ state }) => state === 'failed');
  const passed = tests.filter(({ state }) => state === 'passed').length;
  return {
    passed,
    failed: failed.length,
    skipped: tests.length - passed - failed.length,
    failures: failed.map(({ titles, error }) => failure(titles, error)),
  };
}
