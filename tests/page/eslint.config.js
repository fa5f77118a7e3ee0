import js from "@eslint/js";

// What would read what people write as markup or as code.
const MARKUP = ["innerHTML", "outerHTML", "insertAdjacentHTML", "setHTMLUnsafe", "srcdoc"];

export default [
  { ignores: ["**/node_modules/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // The type checker knows better what a browser has.
      "no-undef": "off",
      "array-callback-return": "error",
      "consistent-return": "off",
      eqeqeq: "error",
      "no-console": ["error", { allow: ["warn"] }],
      "no-eval": "error",
      "no-implicit-coercion": ["error", { allow: ["!!"] }],
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-param-reassign": "error",
      "no-promise-executor-return": "error",
      "no-restricted-properties": [
        "error",
        ...MARKUP.map((property) => ({ property, message: "what people write enters the page as text" })),
        { object: "document", property: "write", message: "what people write enters the page as text" },
      ],
      "no-script-url": "error",
      "no-throw-literal": "error",
      "no-unmodified-loop-condition": "error",
      "no-unreachable-loop": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
];
